import { expect } from '@playwright/test'
import { test } from '../journey.ts'

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
