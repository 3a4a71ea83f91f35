import { expect } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'

test('a toast is swiped away by the mouse in one step over its text, which is not selected', async ({
  page,
  account: _account,
}) => {
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const text = page.getByText('Profile updated successfully')
  const toast = page.getByRole('listitem').filter({ has: text })
  // Waits until the toast stands still.
  await text.hover()
  const { x = 0, y = 0, height = 0 } = (await text.boundingBox()) ?? {}
  await page.mouse.move(x + 10, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 40, y + height / 2)
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe('')
  await page.mouse.up()
  await expect(toast).toHaveAttribute('data-removed', 'true', { timeout: 2_000 })
})

test('the inbox says Loading, and loads its second page once somebody scrolls', async ({
  page,
  account,
}) => {
  await sendMails(
    await credentialsOf(page, account.name),
    Array.from({ length: 30 }, (_, number) => `Mail ${number}`),
  )
  const nextPages: string[] = []
  page.on('request', (request) => {
    if (/\/mails\?.*cursor=/.test(request.url())) nextPages.push(request.url())
  })
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(/\/mails(?:\?|$|\/\d+$)/, async (route) => {
    await seen
    await route.continue()
  })
  await page.goto('/inbox')
  await expect(page.getByText('Loading...')).toBeVisible()
  goOn()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Click to load more' })).toBeAttached()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(nextPages).toEqual([])
  await rows(page).first().hover()
  await page.mouse.wheel(0, 5_000)
  await expect.poll(() => nextPages.length).toBe(1)
  await page.mouse.wheel(0, 5_000)
  await expect(page.getByText('No more items to show')).toBeVisible()
})
