import { expect } from '@playwright/test'
import { logIn, register } from '../account.ts'
import { test } from '../journey.ts'

/** Every mail about an account, by its subject. */
const subjects = [
  'Verify your email address',
  'You already have an account',
  'Reset your password',
  'Your password was changed',
  'A new email address was requested',
  'Confirm your new email address',
  'This address already has an account',
  'Your email address was changed',
]

// Eight mails are sent first, and every link in them is opened.
test.describe.configure({ timeout: 300_000 })

test('every link in every mail is of this server, whatever a request says, and opens a page of it', async ({
  page,
  product,
  browser,
}) => {
  await page.setExtraHTTPHeaders({
    'X-Forwarded-Host': 'evil.test',
    'X-Forwarded-Proto': 'https',
    'X-Original-Host': 'evil.test',
    Forwarded: 'host=evil.test;proto=https',
  })
  const account = await register(page)
  const verification = await product.verificationLink(account.email)
  await register(page, account)
  await page.goto(verification)
  await expect(page).toHaveURL('/login')
  await logIn(page, account)
  await expect(page).toHaveURL('/inbox')
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Email password reset link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'reset link' })).toBeVisible()

  const holder = await register(page)
  await page.goto('/login')
  await logIn(page, account)
  await expect(page).toHaveURL('/inbox')
  const freeAddress = account.email.replace('ada-', 'new-')
  for (const email of [holder.email, freeAddress]) {
    await page.goto('/settings/profile')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Pending address' })).toContainText(email)
  }
  await page.goto(await product.verificationLink(freeAddress))
  await expect(page).toHaveURL('/inbox')
  await page.goto('/settings/password')
  await page.getByLabel('Current password', { exact: true }).fill(account.password)
  await page.getByLabel('New password', { exact: true }).fill('a brand new password')
  await page.getByLabel('Confirm password', { exact: true }).fill('a brand new password')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Password updated successfully')).toBeVisible()

  const own = [account.email, holder.email, freeAddress]
  const mails = async () =>
    (await product.mails()).filter((mail) => own.some((email) => mail.includes(email)))
  const written = async () => (await mails()).map(subjectOf)
  for (const subject of subjects) await expect.poll(written).toContain(subject)

  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage()
  const links = new Set((await mails()).flatMap(linksOf))
  expect(links.size).toBeGreaterThanOrEqual(4)
  for (const link of links) {
    expect(new URL(link).origin).toBe(new URL(product.url).origin)
    await visitor.goto(link)
    await expect(visitor.getByRole('heading').first(), link).toBeVisible()
    await expect(visitor.getByText('This page does not exist'), link).toBeHidden()
  }
  await visitor.context().close()
})

const subjectOf = (mail: string) => /^Subject: (.*)/m.exec(mail)?.[1]?.trim() ?? ''

/** Returns the links of the text and of the HTML, both quoted-printable or plain. */
function linksOf(mail: string): string[] {
  const text = mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
    .replaceAll('&amp;', '&')
  return text.match(/https?:\/\/[^\s"<>]+/g) ?? []
}
