import { randomUUID } from 'node:crypto'
import { listTeams, login, register as registration, verifyEmail } from '@mailstop/contract'
import { expect, type Page } from '@playwright/test'
import { callApi } from './call-api.ts'
import type { Product } from './product.ts'

export type Account = { name: string; email: string; password: string }

export type Credentials = { server: string; port: number; username: string; password: string }

const newPerson = (): Account => ({
  name: 'Ada Journey',
  email: `ada-${randomUUID()}@journey.test`,
  password: 'correct horse battery',
})

/** Registers as a new user does, up to the verification mail. `below` is the path of the server. */
export async function register(page: Page, account = newPerson(), below = ''): Promise<Account> {
  await page.goto(`${below}/register`)
  await page.getByLabel('Name', { exact: true }).fill(account.name)
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Account created successfully')).toBeVisible()
  return account
}

export async function logIn(page: Page, { email, password }: Account): Promise<void> {
  const address = page.getByLabel('Email', { exact: true })
  // After a registration the address on Login is fixed.
  if (await address.isEnabled()) await address.fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** A new account, verified and signed in, with its inbox open. */
export async function openAccount(page: Page, product: Product): Promise<Account> {
  const account = newPerson()
  const { name, email, password } = account
  const context = page.context()
  const body = { name, email, password, password_confirmation: password }
  await callApi(context, registration, { body })
  await callApi(context, login, { body: { email, password } })
  const token = new URL(await product.verificationLink(email)).pathname.split('/').at(-1) ?? ''
  await callApi(context, verifyEmail, { params: { token } })
  await page.goto('/inbox')
  await expect(page.getByText('No mail yet')).toBeVisible()
  return account
}

/** The SMTP credentials of the team with this name, or of the personal team. */
export async function credentialsOf(page: Page, name?: string): Promise<Credentials> {
  const { data: teams } = await callApi(page.context(), listTeams, {})
  const team = teams.find((one) => (name ? one.name === name : one.type === 'personal'))
  if (!team) throw new Error(`there is no team ${name ?? 'of their own'}`)
  const withTls = team.smtps_ports.split(',')
  return {
    username: team.smtp_username,
    password: team.smtp_password,
    server: team.smtp_server,
    port: Number(team.smtp_ports.split(',').find((port) => !withTls.includes(port))),
  }
}

/** Copies the credentials of an inbox, or of the first, from the page with its buttons, as a developer does. */
export async function copyCredentials(page: Page, inbox?: string): Promise<Credentials> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/integrations/smtp-credentials${inbox ? `?inbox=${inbox}` : ''}`)
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
