import { expect } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'

// axe analyses each screen twice, for a second or two of processor time each.
test.describe.configure({ timeout: 120_000 })

const subjects = (count: number) => Array.from({ length: count }, (_, at) => `Order ${count - at}`)

test('moving to the trash leads to the inbox by button, key, palette and on a phone', async ({
  inbox: page,
}) => {
  await sendMails(await credentialsOf(page), subjects(40))
  await page.goto('/inbox?q=order')
  await expect(rows(page).first()).toBeVisible()
  await rows(page)
    .filter({ hasText: /Order 20(?!\d)/ })
    .scrollIntoViewIfNeeded()
  const row = (order: number) => rows(page).filter({ hasText: new RegExp(`Order ${order}(?!\\d)`) })
  const isNext = async (order: number) => {
    await expect(page).toHaveURL(/\/inbox\?q=order$/)
    await expect(row(order)).toBeFocused()
    await expect(row(order)).toContainText('Unread')
    await expect(row(order)).toBeInViewport()
  }
  await row(20).click()
  await expect(page).toHaveURL(/\/inbox\/\d+\?q=order$/)
  const list = page.getByRole('list', { name: 'Mail' })
  const top = () => list.evaluate(({ parentElement }) => parentElement?.scrollTop)
  const before = await top()
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await isNext(21)
  expect(await top()).toBe(before)

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/inbox\/\d+\?q=order$/)
  await page.keyboard.press('#')
  await isNext(22)

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/inbox\/\d+\?q=order$/)
  // The palette has the actions of a mail once it is shown.
  await expect(page.getByRole('button', { name: 'Move to trash' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('move to trash')
  await expect(page.getByRole('option', { name: /^Move to trash/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await isNext(23)

  await page.setViewportSize({ width: 390, height: 844 })
  await row(23).scrollIntoViewIfNeeded()
  await row(23).click()
  await expect(page).toHaveURL(/\/inbox\/\d+\?q=order$/)
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await isNext(24)
})

test('very many mails are marked and deleted at once, and come back', async ({ inbox: page }) => {
  await sendMails(await credentialsOf(page), [...subjects(158), 'Other one', 'Other two'])
  await page.goto('/inbox')
  await rows(page).first().click()
  await page.keyboard.press('f')
  await expect(rows(page).first()).toContainText('Flagged')
  const more = page.getByRole('button', { name: 'More', exact: true })
  const undo = page.getByRole('button', { name: 'Undo' })

  await page.getByRole('button', { name: 'Forward' }).focus()
  await page.keyboard.press('Control+a')
  await expectAccessible(page, 'the offer to select all')
  await page.getByRole('button', { name: 'Select all 160' }).click()
  await expect(page.getByText('160 selected')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/inbox?q=order')
  await more.click()
  await page.getByRole('menuitem', { name: 'Mark these 158 read' }).click()
  await expect(page.getByText('158 messages marked as read')).toBeVisible()
  await undo.click()
  await expect(rows(page).first()).toContainText('Unread')

  await more.click()
  await page.getByRole('menuitem', { name: 'Delete all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete all?' })
  await expect(dialog.getByText('This deletes 160 messages')).toBeVisible()
  await expectAccessible(page, 'the dialog to delete all')
  await dialog.getByRole('checkbox', { name: 'Keep the flagged message' }).click()
  await expect(dialog.getByText('This deletes 159 messages')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete all' }).click()
  await expect(page.getByText('Deleted 159 messages')).toBeVisible()
  await page.goto('/inbox')
  await expect(rows(page)).toHaveCount(1)
})
