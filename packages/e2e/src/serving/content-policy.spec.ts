import { expect } from '@playwright/test'
import { test } from '../journey.ts'

const signedOut = ['/login', '/register', '/forgot-password', '/terms']
const signedIn = [
  '/inbox',
  '/settings/profile',
  '/settings/password',
  '/settings/appearance',
  '/integrations/smtp-credentials',
]

test('no page asks for what the content policy forbids, such as making code of text', async ({
  page,
  account,
}) => {
  const violations: string[] = []
  await page.exposeFunction('tellViolation', (what: string) => violations.push(what))
  await page.addInitScript(() => {
    const { tellViolation } = globalThis as unknown as { tellViolation(what: string): void }
    document.addEventListener('securitypolicyviolation', (event) =>
      tellViolation(`${event.violatedDirective} ${event.blockedURI} in ${event.sourceFile}`),
    )
  })
  const open = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
  }
  for (const path of signedIn) await open(path)
  // The manifest is fetched and read, and the page can be installed as an app.
  const browser = await page.context().newCDPSession(page)
  const { url, errors } = await browser.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/build/manifest.webmanifest', []])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  // A form with a schema.
  await open('/settings/profile')
  await page.getByLabel('Email').fill(`${account.email}@`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await page.context().clearCookies()
  for (const path of signedOut) await open(path)
  expect(violations).toEqual([])
  // The control: a violation is recorded here.
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'never()'
    document.head.append(script)
  })
  await expect.poll(() => violations.length).toBe(1)
})
