import { expect, type Page } from '@playwright/test'
import { credentialsOf, logIn, register } from '../account.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'

test('a signed-out visitor is led back to where they were going once they have logged in', async ({
  page,
  account,
}) => {
  await page.context().clearCookies()
  await page.goto('/integrations/smtp-credentials?from=bookmark')
  await expect(page).toHaveURL(
    `/login?redirect=${encodeURIComponent('/integrations/smtp-credentials?from=bookmark')}`,
  )
  await logIn(page, account)
  await expect(page).toHaveURL('/integrations/smtp-credentials?from=bookmark')
})

test('the fragment of an address survives the login', async ({ page, account }) => {
  await sendMails(await credentialsOf(page), ['Hello'])
  await rows(page).click()
  await expect(page).toHaveURL(/\/inbox\/\d+$/)
  const { pathname } = new URL(page.url())
  await page.context().clearCookies()
  // A page that is left for a fragment of its own is not loaded again.
  await page.goto('about:blank')
  await page.goto(`${pathname}#smtp`)
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(`${pathname}#smtp`)}`)
  await logIn(page, account)
  await expect(page).toHaveURL(`${pathname}#smtp`)
  await expect(page.getByRole('tab', { name: 'SMTP' })).toHaveAttribute('aria-selected', 'true')
})

test('a visitor who opens the link of the verification logs in once, and is in the inbox', async ({
  page,
  product,
}) => {
  const account = await register(page)
  await page.goto(await product.verificationLink(account.email))
  await expect(page).toHaveURL('/login')
  await logIn(page, account)
  await expect(page).toHaveURL('/inbox')
  await expect(page.getByText('No mail yet')).toBeVisible()
})

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

test(
  'an unverified user is kept out of the inbox until the printed link is opened',
  { tag: '@everyday' },
  async ({ page, product }) => {
    const account = await register(page)
    await logIn(page, account)
    await expect(page).toHaveURL(/^[^?]*\/verify-email$/)
    await page.goto('/inbox')
    await expect(page).toHaveURL('/verify-email?redirect=%2Finbox')
    await page.goto(await product.verificationLink(account.email))
    await expect(page).toHaveURL('/inbox')
  },
)

test(
  'logging out ends the session here and in every open page of it',
  { tag: '@everyday' },
  async ({ page, account }) => {
    await page.getByRole('button', { name: `Account menu of ${account.name}` }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/login')
    expect((await page.request.get('/api/profile')).status()).toBe(401)
    await page.goto('/inbox')
    await expect(page).toHaveURL('/login?redirect=%2Finbox')
  },
)

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
