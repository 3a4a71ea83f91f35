import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { copyCredentials, openAccount, type Credentials } from '../account.ts'
import { expectMessage } from '../expect-message.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { createTeam, invite, newBrowser, switcher } from '../people.ts'
import { answerAs, providerButton, startWithProvider } from '../provider.ts'
import { sendMails } from '../send-mails.ts'

const execute = promisify(execFile)
const commandLine = resolve(import.meta.dirname, '../../../client/src/cli/main.ts')

/** Makes an inbox on the page Connect, and copies its credentials there. */
async function makeInbox(page: Page, name: string): Promise<Credentials> {
  await page.goto('/integrations/smtp-credentials')
  await page.getByRole('button', { name: 'New inbox' }).click()
  const dialog = page.getByRole('dialog', { name: 'New inbox' })
  await dialog.getByLabel('Name').fill(name)
  await expectMessage(page, 'Inbox created', () =>
    dialog.getByRole('button', { name: 'Create inbox' }).click(),
  )
  await expect(page).toHaveURL(`/integrations/smtp-credentials?inbox=${name}`)
  return copyCredentials(page, name)
}

/** Makes a token that may manage inboxes and read their credentials, and copies it. */
async function makeToken(page: Page): Promise<string> {
  await page.goto('/integrations/api-tokens')
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Previews')
  await dialog.getByLabel('Manage inboxes').check()
  await dialog.getByLabel('Read the SMTP credentials').check()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: 'Copy token' }).click()
  return page.evaluate(() => navigator.clipboard.readText())
}

test('the first hour of a team: three apps, a preview of a pull request, a colleague by their organisation, a customer by a link', async ({
  browser,
}) => {
  test.slow()
  const { product, dispose } = await startWithProvider()
  const lead = await newBrowser(browser, product)
  await openAccount(lead, product)
  await createTeam(lead, 'Acme')
  for (const name of ['shop', 'billing', 'newsletter']) {
    await sendMails(await makeInbox(lead, name), [`Mail of the ${name}`])
  }
  await lead.goto('/inbox')
  const links = (page: Page) =>
    page
      .getByRole('complementary', { name: 'Sidebar' })
      .getByRole('list', { name: 'Inboxes' })
      .getByRole('link')
  const unread = (name: string) => `${name}1 unread`
  await expect(links(lead)).toHaveText([
    'main',
    unread('shop'),
    unread('billing'),
    unread('newsletter'),
  ])

  // A job of the pull request, with what docs/inboxes.md writes into its workflow.
  const token = await makeToken(lead)
  const job = ['inboxes', 'create', 'preview-318', '--expires-in', '3 days']
  const { stdout } = await execute(process.execPath, [commandLine, ...job], {
    env: { ...process.env, MAILSTOP_URL: product.url, MAILSTOP_TOKEN: token },
  })
  const made = JSON.parse(stdout) as { host: string; ports: number[] } & Credentials
  await lead.goto('/inbox')
  await sendMails({ ...made, server: made.host, port: made.ports[0] ?? 0 }, ['Mail of the preview'])
  await expect(links(lead).last()).toHaveText(unread('preview-318'))
  await links(lead).last().click()
  await expect(rows(lead)).toHaveCount(1)

  await lead.goto('/team/users')
  await invite(lead, 'grace@acme.test')
  const colleague = await newBrowser(browser, product)
  await colleague.goto(await product.inviteLink('grace@acme.test'))
  await providerButton(colleague).click()
  await answerAs(colleague, 'grace')
  await expect(colleague).toHaveURL('/inbox')
  await expect(switcher(colleague, 'Acme')).toContainText('2 members')
  await expect(rows(colleague)).toHaveCount(4)
  await expect(links(colleague).last()).toHaveText(unread('preview-318'))

  await links(colleague).nth(2).click()
  await rows(colleague).first().click()
  await colleague.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await colleague.getByRole('button', { name: 'More actions' }).click()
  await colleague.getByRole('menuitem', { name: 'Copy' }).click()
  await colleague.getByRole('menuitem', { name: 'Link for people without an account' }).click()
  await colleague.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click()
  const link = await colleague.getByLabel('Link', { exact: true }).inputValue()

  const customer = await newBrowser(browser, product)
  await customer.goto(link)
  await expect(customer.getByRole('heading', { name: 'Mail of the billing' })).toBeVisible()
  await expect(customer.getByText('Mail of the shop')).toBeHidden()
  await customer.goto('/inbox')
  await expect(customer).toHaveURL(/\/login/)
  await dispose()
})
