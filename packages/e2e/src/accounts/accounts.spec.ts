import { expect, type Page } from '@playwright/test'
import { logIn, type Account } from '../account.ts'
import { test } from '../journey.ts'
import { expectMessage } from '../expect-message.ts'

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
