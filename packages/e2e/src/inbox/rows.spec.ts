import { expect, type Page } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'

const subjects = Array.from({ length: 20 }, (_, index) => `Order ${20 - index}`)
const row = (page: Page, subject: string) => rows(page).filter({ hasText: subject })

/** How many rows are in view as a whole. */
const wholeRows = (page: Page) =>
  page.getByRole('list', { name: 'Mail' }).evaluate((list) => {
    const view = list.parentElement?.getBoundingClientRect()
    if (!view) return 0
    return [...list.querySelectorAll('li')].filter((item) => {
      const { top, bottom } = item.getBoundingClientRect()
      return top >= view.top && bottom <= view.bottom
    }).length
  })

test('a row has all of a mail in two lines, and flag, tag and trash under the pointer', async ({
  inbox: page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  await sendMails(await credentialsOf(page), subjects.toReversed())
  await page.goto('/inbox')
  for (const text of ['Order 20', 'To: ', 'About Order 20.', 'just now', ' B']) {
    await expect(rows(page).first()).toContainText(text)
  }
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(14)

  await row(page, 'Order 18').hover()
  await page.getByRole('button', { name: 'Flag “Order 18”' }).click()
  await expect(row(page, 'Order 18')).toContainText('Flagged')
  await page.getByRole('button', { name: 'Move “Order 18” to trash' }).click()
  await expect(row(page, 'Order 18')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Order 18')).toContainText('Flagged')
  await expect(page).toHaveURL(/\/inbox$/)

  await row(page, 'Order 17').focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  for (const name of ['Select “Order 17”', 'Flag “Order 17”', 'Tag “Order 17”']) {
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(name)).toBeFocused()
    await expect(page.getByLabel(name)).toBeVisible()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Tags' })).toBeFocused()
  await page.keyboard.type('late,')
  await expectAccessible(page, 'tags as chips')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Order 17')).toContainText('late')
  await page.getByLabel('Move “Order 17” to trash').focus()
  await expectAccessible(page, 'a row with its actions')
})

test('hits in the open row can be read, and a finger has the checkbox beside the dot', async ({
  inbox: page,
}) => {
  await sendMails(await credentialsOf(page), ['Order 1', 'Order 2'])
  await page.goto('/inbox?q=order')
  await row(page, 'Order 1').click()
  await expect(row(page, 'Order 1')).not.toContainText('Unread')
  await expectAccessible(page, 'hits in a selected row')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/inbox')
  await expect(row(page, 'Order 2').getByTitle('Unread')).toBeVisible()
  await expect(row(page, 'Order 2')).toContainText('To: ')
  await expectAccessible(page, 'list on a phone')
})
