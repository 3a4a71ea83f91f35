import { expect, type Browser, type Page } from '@playwright/test'
import { logIn, register, type Account } from '../account.ts'
import { test } from '../journey.ts'
import type { Product } from '../product.ts'
import { expectMessage } from '../expect-message.ts'

const loginTitle = 'Log in to your account'
const onLogin = (page: Page) =>
  expect(page.getByRole('heading', { name: loginTitle })).toBeVisible()

/** Another browser of the same user. */
async function logInElsewhere(browser: Browser, product: Product, account: Account) {
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/login')
  await logIn(page, account)
  await expect(page).toHaveURL('/inbox')
  return page
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Reset password' }).click()
}

async function askForAddress(page: Page, email: string, { password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Save' }).click()
}

test('a forgotten password is reset by the mailed link, once, and every browser is signed out', async ({
  page,
  account,
  product,
  browser,
}) => {
  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage()
  await visitor.goto('/login')
  await visitor.getByRole('link', { name: 'Forgot password?' }).click()
  // Login has a field of this name too, and stays until the code of the next page is there.
  await visitor.getByRole('heading', { name: 'Forgot password' }).waitFor()
  await visitor.getByLabel('Email').fill(account.email)
  await visitor.getByRole('button', { name: 'Email password reset link' }).click()
  await expect(visitor.getByRole('status').filter({ hasText: 'reset link' })).toBeVisible()

  const link = await product.resetLink(account.email)
  await visitor.goto(link)
  const email = visitor.getByLabel('Email')
  await expect(email).toHaveValue(account.email)
  await expect(email).not.toBeEditable()
  await visitor.reload()
  await expectMessage(visitor, 'Your password has been reset.', () =>
    choosePassword(visitor, 'a brand new password'),
  )
  await expect(visitor).toHaveURL('/login')
  await expect(page).toHaveURL('/login?redirect=%2Finbox')

  await visitor.goto(link)
  await choosePassword(visitor, 'yet another password')
  await expect(visitor.getByText('This password reset link is no longer valid.')).toBeVisible()
  await visitor.getByRole('link', { name: 'Get a new one' }).click()
  await expect(visitor.getByLabel('Email')).toHaveValue(account.email)

  await logIn(page, account)
  await expect(page.getByText('These credentials do not match our records.')).toBeVisible()
  await logIn(page, { ...account, password: 'a brand new password' })
  await expect(page).toHaveURL('/inbox')
  await visitor.context().close()
})

test('a verification link that is unknown or replaced says so, and one opened twice does no harm', async ({
  page,
  product,
}) => {
  const account = await register(page)
  const first = await product.verificationLink(account.email)
  await page.goto(`${first.slice(0, -4)}xxxx`)
  await expect(page.getByText('This verification link is no longer valid.')).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, account)
  await page.getByRole('button', { name: 'Resend verification email' }).click()
  await expect(page.getByText(/^A new verification link has been sent/)).toBeVisible()
  await expect.poll(() => product.verificationLink(account.email)).not.toBe(first)

  await page.goto(first)
  await expect(page.getByText('This verification link is no longer valid.')).toBeVisible()
  const second = await product.verificationLink(account.email)
  await page.goto(second)
  await expect(page).toHaveURL('/inbox')
  await expectMessage(page, 'Your email address is already verified.', () => page.goto(second))
  await expect(page).toHaveURL('/inbox')
})

test('logging out in one tab is noticed by the other, which comes back to where it was', async ({
  page,
  account,
}) => {
  const other = await page.context().newPage()
  await other.goto('/settings/appearance')
  await expect(other.getByRole('radio', { name: 'System' })).toBeChecked()
  await page.getByRole('button', { name: `Account menu of ${account.name}` }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login?redirect=%2Fsettings%2Fappearance')

  await page.goBack()
  await onLogin(page)
  await logIn(other, account)
  await expect(other).toHaveURL('/settings/appearance')
})

test('a session is ended from the list, and all others with one click', async ({
  page,
  account,
  product,
  browser,
}) => {
  const second = await logInElsewhere(browser, product, account)
  await page.goto('/settings/password')
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('This browser')
  await sessions.nth(1).getByRole('button', { name: /^End/ }).click()
  await expect(sessions).toHaveCount(1)
  await expect(second).toHaveURL('/login?redirect=%2Finbox')

  await logIn(second, account)
  await expect(second).toHaveURL('/inbox')
  await page.reload()
  await expectMessage(page, 'All other sessions ended', () =>
    page.getByRole('button', { name: 'End all other sessions' }).click(),
  )
  await onLogin(second)
  await expect(page).toHaveURL('/settings/password')
  await second.context().close()
})

test('a new password signs the other browser out, and this one stays', async ({
  page,
  account,
  product,
  browser,
}) => {
  const second = await logInElsewhere(browser, product, account)
  await page.goto('/settings/password')
  const current = page.getByLabel('Current password', { exact: true })
  await current.fill('not the password')
  await page.getByLabel('New password', { exact: true }).fill('a brand new password')
  await page.getByLabel('Confirm password', { exact: true }).fill('a brand new password')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The password is incorrect.')).toBeVisible()
  await current.fill(account.password)
  await expectMessage(page, 'Password updated successfully', () =>
    page.getByRole('button', { name: 'Save' }).click(),
  )
  await onLogin(second)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible()
  await second.context().close()
})

test('a name is saved at once; a new address needs the password, and is pending until it is proven', async ({
  page,
  account,
  product,
}) => {
  await page.goto('/settings')
  await expect(page).toHaveURL('/settings/profile')
  await page.getByLabel('Name').fill('Ada King')
  await expectMessage(page, 'Profile updated successfully', () =>
    page.getByRole('button', { name: 'Save' }).click(),
  )
  await expect(page.getByRole('button', { name: 'Account menu of Ada King' })).toBeVisible()

  const email = account.email.replace('ada-', 'king-')
  await askForAddress(page, email, account)
  const pending = page.getByRole('region', { name: 'Pending address' })
  await expect(pending).toContainText(email)
  const first = await product.verificationLink(email)
  await pending.getByRole('button', { name: 'Resend link' }).click()
  await expect(page.getByText(`A new verification link has been sent to ${email}.`)).toBeVisible()
  await expect.poll(() => product.verificationLink(email)).not.toBe(first)
  await page.reload()
  await expect(pending).toContainText(email)
  await page.goto('/inbox')
  await expect(page).toHaveURL('/inbox')

  await page.goto(first)
  await expect(page.getByRole('heading', { name: 'Link no longer valid' })).toBeVisible()
  await page.getByRole('link', { name: 'Open profile' }).click()
  await expect(page).toHaveURL('/settings/profile')
  await expectMessage(page, `From now on you log in with ${email}.`, async () =>
    page.goto(await product.verificationLink(email)),
  )
  await expect(page).toHaveURL('/inbox')
  await page.goto('/login')
  await logIn(page, { ...account, email })
  await expect(page).toHaveURL('/inbox')
})

test('a change of address is taken back, and its link moves nothing', async ({
  page,
  account,
  product,
}) => {
  const email = account.email.replace('ada-', 'queen-')
  await page.goto('/settings/profile')
  await askForAddress(page, email, account)
  const pending = page.getByRole('region', { name: 'Pending address' })
  const link = await product.verificationLink(email)
  await pending.getByRole('button', { name: 'Cancel change' }).click()
  await expect(pending).toBeHidden()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Link no longer valid' })).toBeVisible()
  await page.goto('/settings/profile')
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
})

test('a mistyped address is corrected while it waits for its verification', async ({
  page,
  product,
}) => {
  const account = await register(page)
  await logIn(page, account)
  const email = account.email.replace('ada-', 'right-')
  await page.getByRole('button', { name: 'Use another address' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Send verification link' }).click()
  await expect(page.getByText('A new verification link has been sent.')).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  const link = await product.verificationLink(email)
  await expectMessage(page, 'Email verified', () => page.goto(link))
  await expect(page).toHaveURL('/inbox')
})

test('a deleted account is gone from every browser and logs in no more', async ({
  page,
  account,
  product,
  browser,
}) => {
  const second = await logInElsewhere(browser, product, account)
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('The password is incorrect.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(account.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Register' })).toBeVisible()
  await onLogin(second)
  await logIn(second, account)
  await expect(second.getByText('These credentials do not match our records.')).toBeVisible()
  await page.goBack()
  await onLogin(page)
  await second.context().close()
})
