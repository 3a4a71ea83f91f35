import { expect, type Browser, type Page } from '@playwright/test'
import { credentialsOf, openAccount } from '../account.ts'
import { test } from '../journey.ts'
import { newBrowser } from '../people.ts'
import type { Product } from '../product.ts'
import { sendMails } from '../send-mails.ts'
import { expectMessage } from '../expect-message.ts'

type RuleText = { name: string; email: string; subject?: string }

/** The forwarding page of a new account in a new browser. */
async function openForwarding(browser: Browser, product: Product) {
  const ada = await newBrowser(browser, product)
  const account = await openAccount(ada, product)
  const credentials = await credentialsOf(ada)
  await ada.goto('/integrations/forwarding')
  return { ada, account, credentials }
}

async function addRule(page: Page, { name, email, subject = '' }: RuleText): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Set-up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add rule' })
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Subject').fill(subject)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
}

const ruleOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Forwarding rules' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .first()

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a rule forwards once its address has agreed, and shows what became of it', async ({
  browser,
  sending: { relay, sender },
}) => {
  test.slow()
  const { ada, account, credentials } = await openForwarding(browser, sender)
  await sendMails(credentials, ['Your invoice 1', 'Order shipped'])
  await expect(ada.getByText('No forwarding rules yet')).toBeVisible()

  await ada.getByRole('button', { name: 'Set-up' }).click()
  const dialog = ada.getByRole('dialog', { name: 'Add rule' })
  await dialog.getByLabel('Subject').pressSequentially('*INVOICE*')
  await expect(dialog.getByText('Matches 1 of the last 2 messages.')).toBeVisible()
  await ada.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const books = 'books@customer.test'
  await addRule(ada, { name: 'Invoices', email: books, subject: '*invoice*' })
  const rule = ruleOf(ada, 'Invoices')
  await expect(rule.getByRole('img', { name: 'Pending verification' })).toBeVisible()
  await sendMails(credentials, ['Your invoice 2'])

  const link = await relay.linkFor(books, 'forwarding-verification')
  const opened = await ada.request.get(link)
  expect(opened.ok()).toBe(true)
  await expect(rule.getByRole('img', { name: 'Pending verification' })).toBeVisible()
  const holder = await newBrowser(browser, sender)
  await expectMessage(holder, 'Forwarding address verified successfully', () => holder.goto(link))
  await expect(rule.getByRole('img', { name: 'Enabled' })).toBeVisible()
  await expect(holder).toHaveURL('/')
  await holder.goto(link)
  await expect(holder.getByText(/^This verification link is no longer valid\./)).toBeVisible()

  await rule.getByRole('button', { name: 'Last deliveries of Invoices' }).click()
  const deliveries = ada.getByRole('region', { name: 'Last deliveries of Invoices' })
  await expect(deliveries.getByText(/^Nothing has been forwarded yet/)).toBeVisible()
  await sendMails(credentials, ['Your invoice 3', 'Nothing to see'])
  await expect(deliveries.getByText('250 2.0.0 Ok: queued as 4F2A81')).toBeVisible()
  await expect(deliveries.getByRole('listitem')).toHaveCount(1)
  expect(relay.mailsFor(books).filter(({ source }) => /invoice 3/.test(source))).toHaveLength(1)
  await deliveries.getByRole('link', { name: 'Your invoice 3' }).click()
  await expect(ada).toHaveURL(/\/inbox\/\d+$/)

  await ada.goto('/integrations/forwarding')
  await addRule(ada, { name: 'To myself', email: account.email })
  await expect(
    ruleOf(ada, 'To myself').getByRole('img', { name: 'Enabled' }),
    'an address of the team needs no approval',
  ).toBeVisible()
  await act(ada, 'Invoices', 'Disable')
  await expect(rule.getByRole('img', { name: 'Disabled' })).toBeVisible()
  await sendMails(credentials, ['Your invoice 4'])
  await expect
    .poll(() => relay.mailsFor(account.email).some(({ source }) => /invoice 4/.test(source)))
    .toBe(true)
  expect(relay.mailsFor(books).some(({ source }) => /invoice 4/.test(source))).toBe(false)

  await act(ada, 'Invoices', 'Edit')
  const edit = ada.getByRole('dialog', { name: 'Edit rule' })
  await edit.getByLabel('Email').fill('else@customer.test')
  await expectMessage(ada, 'Rule updated successfully', () =>
    edit.getByRole('button', { name: 'Update' }).click(),
  )
  await expect(rule.getByRole('img', { name: 'Pending verification' })).toBeVisible()
  await expectMessage(ada, 'A new verification is being sent', () =>
    act(ada, 'Invoices', 'Resend verification'),
  )
  await act(ada, 'Invoices', 'Delete')
  await expectMessage(ada, 'Rule deleted successfully', () =>
    ada.getByRole('button', { name: 'Delete rule' }).click(),
  )
  await expect(rule).toBeHidden()
  await holder.context().close()
  await ada.context().close()
})
