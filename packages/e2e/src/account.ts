import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Product } from './product.ts'

export type Account = { name: string; email: string; password: string }

export type Credentials = { server: string; port: number; username: string; password: string }

/** Registers as a new person would, up to the mail of verification. */
export async function register(page: Page): Promise<Account> {
  const account = {
    name: 'Ada Journey',
    email: `ada-${randomUUID()}@journey.test`,
    password: 'correct horse battery',
  }
  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill(account.name)
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Account created successfully')).toBeVisible()
  return account
}

export async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** A new person's whole way to their inbox. */
export async function openAccount(page: Page, product: Product): Promise<Account> {
  const account = await register(page)
  await page.goto(await product.verificationLink(account.email))
  await expect(page).toHaveURL('/login')
  await logIn(page, account)
  await expect(page).toHaveURL('/inbox')
  return account
}

/** Takes the credentials off the page with its copy buttons, as a developer would. */
export async function copyCredentials(page: Page): Promise<Credentials> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/integrations/smtp-credentials')
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const copy = async (label: string) => {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.getByRole('button', { name: `Copy ${label}` }).click()
    await expect.poll(clipboard).not.toBe('')
    return clipboard()
  }
  return {
    username: await copy('username'),
    password: await copy('password'),
    server: await copy('server'),
    port: Number(await copy('port')),
  }
}
