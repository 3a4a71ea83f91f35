import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { logIn, register } from './account.ts'
import { test } from './journey.ts'

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
]

const settingsScreens: Screen[] = [
  { path: '/settings/profile' },
  {
    path: '/settings/profile',
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete account' }).click()
      await page.getByRole('dialog').getByLabel('Password', { exact: true }).waitFor()
    },
  },
  { path: '/settings/password', act: (page) => page.getByText('This browser').waitFor() },
  { path: '/settings/appearance' },
]

test('axe finds nothing on the ways in, in either theme', async ({ page }) => {
  await expectNoViolations(page, publicScreens)
  const account = await register(page)
  await logIn(page, account)
  await page.getByRole('button', { name: 'Resend verification email' }).click()
  await page.getByText(/^A new verification link/).waitFor()
  await expectNoViolationsHere(page, '/verify-email')
})

test('axe finds nothing on the settings, in either theme', async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  await expectNoViolations(page, settingsScreens)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoViolationsHere(page, 'a phone')
})

async function expectNoViolations(page: Page, screens: Screen[]): Promise<void> {
  for (const { path, act } of screens) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await act?.(page)
    await expectNoViolationsHere(page, path)
  }
}

async function expectNoViolationsHere(page: Page, screen: string): Promise<void> {
  await page.mouse.move(0, 0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations, passes } = await new AxeBuilder({ page }).analyze()
    expect(passes.length, `axe looked at nothing on ${screen}`).toBeGreaterThan(0)
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`,
    )
    expect.soft(found, `${screen}, ${colorScheme}`).toEqual([])
  }
}
