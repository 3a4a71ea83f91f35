import { expect } from '@playwright/test'
import { logIn } from '../account.ts'
import { test } from '../journey.ts'

test('a redirect is followed to pages of ours alone', async ({ page, account }) => {
  const hostile = ['https://evil.test/inbox', '/inbox/..//evil.test']
  for (const value of hostile) {
    await page.goto(`/login?redirect=${encodeURIComponent(value)}`)
    await logIn(page, account)
    await expect(page, value).toHaveURL('/inbox')
  }
  await page.goto(`/login?redirect=${encodeURIComponent('/settings/password?x=1')}`)
  await logIn(page, account)
  await expect(page).toHaveURL('/settings/password?x=1')
})

test('Login and Register keep the address that they are opened with', async ({ page, account }) => {
  const email = encodeURIComponent(account.email)
  await page.goto(`/register?email=${email}`)
  await expect(page.getByLabel('Email')).toBeDisabled()
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Log in to your account' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeDisabled()
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/inbox')
  // The login replaced Login in the history, so going back does not end the session.
  await page.goBack()
  await expect(page).toHaveURL(`/register?email=${email}`)
  await page.goForward()
  await expect(page).toHaveURL('/inbox')
})

test('a press of ordinary length is a click, whatever the field that it leaves has to say', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url })
  const visitor = await context.newPage()
  for (const [link, heading] of [
    ['Forgot password?', 'Forgot password'],
    ['Sign up', 'Create an account'],
  ] as const) {
    await visitor.goto('/login')
    await expect(visitor.getByLabel('Email')).toBeFocused()
    await visitor.getByRole('link', { name: link }).click({ delay: 150 })
    await expect(visitor.getByRole('heading', { name: heading })).toBeVisible()
  }
  await context.close()
})

test('too many wrong passwords are answered with the time to wait', async ({ page, account }) => {
  await page.goto('/login')
  const submit = page.getByRole('button', { name: 'Log in' })
  const wait = page.getByRole('alert').filter({ hasText: /Try again in \d+ (seconds?|minutes?)\./ })
  await page.getByLabel('Email').fill(account.email)
  for (let attempt = 0; attempt < 12 && !(await wait.isVisible()); attempt++) {
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    const answered = page.waitForResponse('**/login')
    await submit.click()
    await answered
    await expect(submit).toBeEnabled()
  }
  await expect(wait).toBeVisible()
})

for (const [choice, system, shown] of [
  ['dark', 'light', 'rgb(14, 14, 17)'],
  ['light', 'dark', 'rgb(251, 251, 252)'],
  [null, 'dark', 'rgb(14, 14, 17)'],
] as const) {
  test(`before any code of the app has run, ${choice ?? 'no'} choice on a ${system} system shows its theme`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system })
    await page.addInitScript((value) => {
      if (value) localStorage.setItem('appearance', value)
    }, choice)
    await page.route('**/build/assets/*.js', (route) => route.abort())
    await page.goto('/login')
    await expect(page.locator('body')).toHaveCSS('background-color', shown)
  })
}

test('a selected theme applies at once, in the other tab and after a reload', async ({
  inbox: page,
}) => {
  const other = await page.context().newPage()
  await other.goto('/inbox')
  await page.goto('/settings/appearance')
  await page.getByRole('radio', { name: 'Dark' }).check()
  for (const tab of [page, other]) await expect(tab.locator('html')).toHaveClass(/dark/)
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})
