import { expect } from '@playwright/test'
import { logIn, register } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { startProduct } from '../product.ts'
import { answerAs, providerButton as button, startWithProvider } from '../provider.ts'

test('a person comes in by the sign-in of the organisation, and finds the page that was asked for', async ({
  browser,
}) => {
  const { product, dispose } = await startWithProvider()
  const page = await browser.newPage({ baseURL: product.url })
  await page.goto('/settings/profile')
  await expect(button(page)).toBeVisible()
  await expectAccessible(page, 'Login with the button of an organisation')
  await button(page).click()
  await answerAs(page, 'ada')
  await expect(page).toHaveURL('/settings/profile')
  const signIns = page.getByRole('list', { name: 'Sign-ins' })
  await expect(signIns.getByText('ada@acme.test').first()).toBeVisible()
  await expectAccessible(page, 'the profile of an account without a password')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: /Sign in again/ })).toBeVisible()
  await expectAccessible(page, 'a deletion that is confirmed by signing in again')

  // The provider remembers the person, so the second time takes one click.
  await page.goto('/login')
  await button(page).click()
  await expect(page).toHaveURL('/inbox')
  await expect(page.getByText('No mail yet')).toBeVisible()
  await dispose()
})

test('who has an account connects it once, and turns back at the provider without harm', async ({
  browser,
}) => {
  test.slow()
  const { product, dispose } = await startWithProvider()
  const page = await browser.newPage({ baseURL: product.url })
  const account = { name: 'Ada', email: 'ada@acme.test', password: 'correct horse battery' }
  await register(page, account)
  await page.goto(await product.verificationLink(account.email))
  await expect(page.getByText('Email address verified successfully')).toBeVisible()
  await page.goto('/login')
  await button(page).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveText('The sign-in was cancelled.')
  await expectAccessible(page, 'Login with a sign-in that failed')
  await button(page).click()
  await answerAs(page, 'ada')
  await expect(page.getByRole('heading', { name: 'Connect your sign-in' })).toBeVisible()
  await expectAccessible(page, 'the page that connects a sign-in')
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Connect and log in' }).click()
  await expect(page).toHaveURL('/inbox')
  await dispose()
})

test('an issuer that is away costs a moment, and not the form for passwords', async ({
  browser,
}) => {
  const product = await startProduct({
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'mailstop',
    OIDC_NAME: 'Acme',
  })
  const page = await browser.newPage({ baseURL: product.url })
  const account = await register(page)
  await page.goto(await product.verificationLink(account.email))
  await expect(page.getByText('Email address verified successfully')).toBeVisible()
  await page.goto('/login?redirect=%2Fsettings%2Fappearance')
  await button(page).click()
  await expect(page.getByRole('alert')).toContainText('does not answer')
  await logIn(page, account)
  await expect(page).toHaveURL('/settings/appearance')
  await product.dispose()
})

test('an address that is not verified and an answer that was used before sign nobody in, and say why', async ({
  browser,
}) => {
  const { product, dispose } = await startWithProvider()
  const newcomer = await browser.newPage({ baseURL: product.url })
  await newcomer.goto('/login')
  await button(newcomer).click()
  await answerAs(newcomer, 'newcomer')
  await expect(newcomer.getByRole('alert')).toContainText('your email address is verified')

  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  const answer = page.waitForRequest((request) => request.url().includes('/auth/oidc/callback'))
  await page.goto('/login')
  await button(page).click()
  await answerAs(page, 'ada')
  await expect(page).toHaveURL('/inbox')
  const used = (await answer).url()
  await context.clearCookies()
  await page.goto(used)
  await expect(page.getByRole('alert')).toContainText('was used before')
  await page.goto('/inbox')
  await expect(page).toHaveURL(/\/login/)
  await dispose()
})
