import { expect } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'
import { expectMessage } from '../expect-message.ts'

test('senders, recipients and searches are pinned, renamed and removed', async ({
  inbox: page,
}) => {
  const credentials = await credentialsOf(page)
  await sendMails(credentials, ['One', 'Two'])
  await page.goto('/inbox')
  await rows(page).first().click()
  const pin = async (item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const pins = page.getByRole('navigation', { name: 'Main' })
  await pin('Pin Sender')
  await expect(pins.getByRole('link', { name: /^shop@sender\.test/ })).toContainText('1')
  await expectMessage(page, 'This is already pinned.', () => pin('Pin Sender'))

  await sendMails(credentials, ['Three'])
  await expect(pins.getByRole('link', { name: /^shop@sender\.test/ })).toContainText('2')
  await pins.getByRole('link', { name: /^shop@sender\.test/ }).click()
  await expect(page).toHaveURL('/inbox?sndr=shop%40sender.test')
  await expect(rows(page)).toHaveCount(3)

  await page.goto('/inbox?q=two')
  await page.getByRole('button', { name: 'Pin this search' }).click()
  await expect(pins.getByRole('link', { name: /^two/ })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for two' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('The second one')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(pins.getByRole('link', { name: /^The second one/ })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for The second one' }).click()
  await page.getByRole('menuitem', { name: 'Remove pin' }).click()
  await expect(pins.getByRole('link', { name: /^The second one/ })).toBeHidden()
})
