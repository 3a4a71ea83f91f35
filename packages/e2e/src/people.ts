import { expect, type Browser, type Page } from '@playwright/test'
import { openAccount, type Account } from './account.ts'
import type { Product } from './product.ts'
import { expectMessage } from './expect-message.ts'

/** A user in a browser of their own. */
export type Person = { page: Page; account: Account }

export async function newBrowser(browser: Browser, product: Product): Promise<Page> {
  return (await browser.newContext({ baseURL: product.url })).newPage()
}

/** A new person, verified, with their inbox open. */
export async function newPerson(browser: Browser, product: Product): Promise<Person> {
  const page = await newBrowser(browser, product)
  return { page, account: await openAccount(page, product) }
}

export const switcher = (page: Page, team = '') =>
  page.getByRole('button', { name: new RegExp(`^Team: ${team}`) })

export async function createTeam(page: Page, name: string): Promise<void> {
  await switcher(page).click()
  await page.getByRole('menuitem', { name: 'Add a new team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a new team' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Add team' }).click()
  await expect(dialog).toBeHidden()
  await expect(switcher(page, name)).toBeVisible()
  await expect(page).toHaveURL('/inbox')
}

/** Invites from the page Team users, which the owner has open. */
export async function invite(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  const said = new RegExp(`^Invite (?:sent to ${email}$|for ${email} created)`)
  await expectMessage(page, said, () =>
    page.getByRole('button', { name: 'Invite', exact: true }).click(),
  )
}

/** Adds a user to the team by the mailed link. Ends in the inbox of the team. */
export async function bringIn(owner: Page, { page, account }: Person, product: Product) {
  await owner.goto('/team/users')
  await invite(owner, account.email)
  const link = await product.inviteLink(account.email)
  await expectMessage(page, /^You are now a member of/, () => page.goto(link))
  await expect(page).toHaveURL('/inbox')
}
