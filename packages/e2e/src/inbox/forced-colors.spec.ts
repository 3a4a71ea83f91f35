import { expect, type Locator } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'

const painted = (element: Locator, before?: '::before') =>
  element.evaluate((one, pseudo) => getComputedStyle(one, pseudo).backgroundColor, before)
const underline = (element: Locator) =>
  element.evaluate((one) => getComputedStyle(one).textDecorationLine)

test('with forced colors the open row, the unread dot, the active tab and the active entry are told apart', async ({
  inbox: page,
}) => {
  await sendMails(await credentialsOf(page), ['First', 'Second'])
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/inbox')
  await rows(page).nth(1).click()
  const [unread, open] = [rows(page).nth(0), rows(page).nth(1)]
  await expect(open).toHaveAttribute('aria-current', 'true')
  const canvas = await painted(page.locator('body'))

  expect(await painted(open, '::before')).not.toBe(canvas)
  expect(await painted(unread, '::before')).toMatch(/, 0\)$/)
  expect(await painted(unread.locator('[title="Unread"]'))).not.toBe(canvas)
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ })
  expect(await painted(entry, '::before')).not.toBe(canvas)
  expect(await underline(page.getByRole('tab', { name: 'All mail' }))).toBe('underline')
  expect(await underline(page.getByRole('tab', { name: 'Unread' }))).toBe('none')
})
