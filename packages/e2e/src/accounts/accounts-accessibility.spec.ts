import type { Page } from '@playwright/test'
import { logIn, register } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'

// axe analyses each screen twice, for a second or two of processor time each.
test.describe.configure({ timeout: 300_000 })

type Screen = { path: string; act?: (page: Page) => Promise<void> }

const submit = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page
    .getByText(/is a required field|no longer valid/)
    .first()
    .waitFor()
}

const publicScreens: Screen[] = [
  { path: '/terms' },
  { path: '/privacy' },
  { path: '/login?status=Account%20created%20successfully&email=ada%40journey.test' },
  { path: '/login', act: submit('Log in') },
  { path: '/register', act: submit('Create account') },
  { path: '/forgot-password', act: submit('Email password reset link') },
  { path: '/reset-password/x?email=ada%40journey.test', act: submit('Reset password') },
  { path: '/verify-email/x', act: (page) => page.getByRole('alert').waitFor() },
  { path: '/verify-email', act: (page) => page.getByRole('link', { name: 'Log in' }).waitFor() },
]

const profileScreens: Screen[] = [
  { path: '/settings/profile' },
  {
    path: '/settings/profile',
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete account' }).click()
      await page.getByRole('dialog').getByLabel('Password', { exact: true }).waitFor()
    },
  },
  {
    path: '/settings/profile',
    act: async (page) => {
      await page.getByRole('button', { name: /^Account menu of/ }).click()
      await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    },
  },
  {
    path: '/settings/profile',
    act: async (page) => {
      await page.getByLabel('Email').fill('another@journey.test')
      await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('region', { name: 'Pending address' }).waitFor()
    },
  },
]

const otherSettings: Screen[] = [
  { path: '/settings/password', act: submit('Save') },
  { path: '/settings/password', act: (page) => page.getByText('This browser').waitFor() },
  { path: '/settings/appearance' },
]

test('axe finds nothing on the public screens of accounts, in either theme', async ({ page }) => {
  await expectNoViolations(page, publicScreens)
})

test('axe finds nothing on the way to a verified address, in either theme', async ({
  page,
  product,
}) => {
  const account = await register(page)
  await expectAccessible(page, 'Login after registering')
  await logIn(page, account)
  await page.getByRole('button', { name: 'Make a new link' }).click()
  await page.getByText(/^A new link was made/).waitFor()
  await expectAccessible(page, '/verify-email')
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expectAccessible(page, 'another address')
  await page.clock.install()
  await page.goto(await product.verificationLink(account.email))
  await page.getByRole('heading', { name: 'Email verified' }).waitFor()
  await expectAccessible(page, 'a verified address')
})

test('axe finds nothing on the profile, its menu and dialog, in either theme', async ({
  inbox: page,
}) => {
  await expectNoViolations(page, profileScreens)
})

test('axe finds nothing on the other settings, in either theme', async ({ inbox: page }) => {
  await expectNoViolations(page, otherSettings)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'a phone')
})

async function expectNoViolations(page: Page, screens: Screen[]): Promise<void> {
  for (const { path, act } of screens) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await act?.(page)
    await expectAccessible(page, path)
  }
}
