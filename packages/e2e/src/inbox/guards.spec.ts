import { expect } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { openConnection } from '../one-connection.ts'

test('a guard is tried, switched on and pinned, marks what breaks it, and learns that one was right', async ({
  inbox: page,
}) => {
  const connection = openConnection(await credentialsOf(page))
  const send = (subject: string, text: string) =>
    connection.sendMail({ from: 'shop@rocket.test', to: 'you@customer.test', subject, text })
  await send('Before', 'Hello {{name}}')

  await page.goto('/team/guards')
  await page.getByRole('switch', { name: /^A placeholder/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Try it/ }).click()
  await expect(dialog.getByText('It would have marked 1 of 1 message')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Before' })).toBeVisible()
  await expectAccessible(page, 'a dry run of a guard')
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('switch', { name: /^A placeholder/ })).toBeChecked()
  await page.getByRole('button', { name: 'Pin marked messages' }).click()
  await expectAccessible(page, 'the guards of a team')

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Inbox/ })
    .click()
  await send('Broken', 'Hello {{name}}')
  await send('Whole', 'Hello Ada')
  connection.close()
  await expect(page.getByText('1 message breaks guards: placeholder')).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Broken' })).toContainText('Breaks guards: placeholder')
  await expect(rows(page).filter({ hasText: 'Breaks guards' })).toHaveCount(1)
  await expectAccessible(page, 'the line above a list with marked mail')

  await page.getByRole('link', { name: /guard:any/ }).click()
  await expect(rows(page)).toHaveCount(1)
  await rows(page).first().click()
  await expectAccessible(page, 'an opened mail that breaks a guard')
  await page.getByRole('button', { name: 'This was right for placeholder' }).click()
  await expect(page.getByRole('list', { name: 'Broken guards' })).toBeHidden()
})
