import { expect, type Page } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { position, rows, subjectsOf } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'

const subjects = Array.from({ length: 60 }, (_, index) => `Mail ${60 - index}`)

/** How many rows are in view as a whole. */
const wholeRows = (page: Page) =>
  page.getByRole('list', { name: 'Mail' }).evaluate((list) => {
    const view = list.parentElement?.getBoundingClientRect()
    if (!view) return 0
    return [...list.querySelectorAll('li')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return top >= view.top && bottom <= view.bottom
    }).length
  })

test('compact rows show more mails with their texts, are remembered, and scroll and step exactly', async ({
  inbox: page,
}) => {
  test.slow()
  await sendMails(await credentialsOf(page), subjects.toReversed())
  await page.goto('/inbox')
  await expect(rows(page).first()).toContainText('Mail 60')
  await expect(rows(page).first()).not.toContainText('About Mail 60.')

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Comfortable' })).toBeVisible()
  await expectAccessible(page, 'menu of the list with the density')
  await page.getByRole('menuitem', { name: 'Compact' }).click()
  await expect(rows(page).first()).toContainText('About Mail 60.')
  await expect(rows(page).first()).toContainText(/\d+ B/)
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(15)
  await expectAccessible(page, 'compact list')

  await page.reload()
  await expect(rows(page).first()).toContainText('About Mail 60.')
  expect(await subjectsOf(page)).toEqual(subjects)

  await page.goto('/inbox')
  await rows(page).first().click()
  await position(page, '1 of 60')
  for (let step = 0; step < 24; step += 1) await page.keyboard.press('j')
  await position(page, '25 of 60')
  const opened = page.locator('[data-mail-list] a[aria-current=true]')
  await expect(opened).toContainText('Mail 36')
  await expect(opened).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('k')
  await expect(opened).toContainText('Mail 37')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('comfortable')
  await expect(page.getByRole('option', { name: 'Comfortable mail list' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(opened).not.toContainText('About Mail 37.')
  await expect(opened).toBeInViewport({ ratio: 1 })

  await page.goto('/settings/appearance')
  await expect(page.getByRole('radio', { name: /^Comfortable/ })).toBeChecked()
  await page.getByRole('radio', { name: /^Compact/ }).check()
  await expectAccessible(page, 'appearance with the density')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/inbox')
  await expect(rows(page).first()).toContainText('About Mail 60.')
  await expectAccessible(page, 'compact list on a phone')
})
