import { expect, type Page } from '@playwright/test'
import { logIn, register } from '../account.ts'
import { test } from '../journey.ts'

test('the page that waits for a verification leads on when it is done in another tab', async ({
  page,
  product,
}) => {
  const account = await register(page)
  await logIn(page, account)
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(await product.verificationLink(account.email))
  await expect(other).toHaveURL('/inbox')
  await expect(page).toHaveURL('/inbox')
  await expect(page.getByText('No mail yet')).toBeVisible()
})

test('an unverified user is kept out of the inbox until the printed link is opened', async ({
  page,
  product,
}) => {
  const account = await register(page)
  await logIn(page, account)
  await expect(page).toHaveURL(/^[^?]*\/verify-email$/)
  await page.goto('/inbox')
  await expect(page).toHaveURL('/verify-email?redirect=%2Finbox')
  await page.goto(await product.verificationLink(account.email))
  await expect(page).toHaveURL('/inbox')
})

test('logging out ends the session here and in every open page of it', async ({
  page,
  account,
}) => {
  await page.getByRole('button', { name: `Account menu of ${account.name}` }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  expect((await page.request.get('/api/profile')).status()).toBe(401)
  await page.goto('/inbox')
  await expect(page).toHaveURL('/login?redirect=%2Finbox')
})

test('of two tabs on Login the second follows the first, and neither logs the other out', async ({
  page,
  product,
}) => {
  const account = await register(page)
  await page.goto(await product.verificationLink(account.email))
  await expect(page).toHaveURL('/login')
  const other = await page.context().newPage()
  await other.goto('/login?redirect=%2Fsettings%2Fappearance')
  const third = await page.context().newPage()
  await third.goto('/login')
  const logouts: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/logout')) logouts.push(request.url())
  })
  const connected = [page, other].map(liveConnection)
  await logIn(page, account)
  await expect(page).toHaveURL('/inbox')

  // In a headless browser all pages are visible at the same time.
  await other.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(other).toHaveURL('/settings/appearance')
  await expect(other.getByRole('radio', { name: 'System' })).toBeChecked()

  // Logging in once more replaces the session of both connections.
  await Promise.all(connected)
  const went: string[] = []
  for (const tab of [page, other]) tab.on('framenavigated', (frame) => went.push(frame.url()))
  const lookedAgain = [page, other].map((tab) => tab.waitForResponse('**/api/profile'))
  await logIn(third, account)
  await expect(third).toHaveURL('/inbox')
  for (const response of lookedAgain) expect((await response).status()).toBe(200)
  expect(went).toEqual([])
  expect(logouts).toEqual([])
  await page.reload()
  await expect(page).toHaveURL('/inbox')
  await expect(other).toHaveURL('/settings/appearance')
})

/** Resolves when the page has a live connection that the server has accepted. */
async function liveConnection(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket')
  // `40` is Socket.IO's CONNECT within a message of Engine.IO.
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40'))
}
