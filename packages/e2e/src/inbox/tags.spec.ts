import { expect } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { sendMails } from '../send-mails.ts'

test('a search becomes a rule, whose tag gets a color and another name on all mail', async ({
  inbox: page,
}) => {
  test.slow()
  const credentials = await credentialsOf(page)
  await sendMails(credentials, ['Invoice 1', 'Welcome'])
  const dialog = page.getByRole('dialog')
  const mails = page.getByRole('list', { name: 'Mail' })

  await page.goto('/inbox?q=invoice')
  await expect(mails.getByRole('link')).toHaveCount(1)
  await page.getByLabel('Search mail').click()
  await page.getByRole('button', { name: 'Tag what matches from now on' }).click()
  await expectAccessible(page, 'the rule of a search')
  await dialog.getByLabel('Tags').fill('money')
  await dialog.getByText('Also tag the messages that match now').click()
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByText('Rule added, and 1 message tagged')).toBeVisible()
  await sendMails(credentials, ['Invoice 2'])
  await expect(mails.getByText('money', { exact: true })).toHaveCount(2)

  await page.goto('/team/tags')
  await expect(page.getByRole('list', { name: 'Tags of the team' })).toBeVisible()
  await expectAccessible(page, 'tags and rules')
  await page.getByRole('button', { name: 'Edit tag money' }).click()
  await dialog.getByText('Teal').click()
  await dialog.getByLabel('Name').fill('billing')
  await expectAccessible(page, 'Edit tag')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Rules' }).getByText('billing')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'tags and rules on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/inbox')
  await sendMails(credentials, ['Invoice 3'])
  const chips = mails.getByText('billing', { exact: true })
  await expect(chips).toHaveCount(3)
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors, colorScheme: 'light' })
    const dot = chips.first().locator('.tag-dot')
    await expect(dot).toHaveCSS('background-color', 'rgb(13, 135, 135)')
  }
})
