import { expect, type Page } from '@playwright/test'
import { credentialsOf, logIn } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { expectMessage } from '../expect-message.ts'
import { test } from '../journey.ts'
import { createTeam, newPerson } from '../people.ts'
import { startProduct } from '../product.ts'
import { rows } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function act(page: Page, target: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${target}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an operator limits and suspends a team, and disables and deletes an account', async ({
  browser,
}) => {
  test.slow()
  const product = await startProduct({ RETENTION_DAYS: '90' })
  // The first verified account of the server.
  const { page, account } = await newPerson(browser, product)
  const bob = await newPerson(browser, product)
  await createTeam(bob.page, 'Rocket Labs')
  const to = await credentialsOf(bob.page, 'Rocket Labs')
  await sendMails(to, ['One'])

  // For Bob there is nothing there.
  await bob.page.goto('/admin')
  await expect(bob.page.getByText('This page does not exist')).toBeVisible()
  expect((await bob.page.request.get('/api/admin/overview')).status()).toBe(404)
  await bob.page.goto('/inbox')

  await page.getByRole('button', { name: `Account menu of ${account.name}` }).click()
  await page.getByRole('menuitem', { name: 'Operator' }).click()
  await expect(page).toHaveURL('/admin/overview')
  await expect(page.getByText('Messages, last hour')).toBeVisible()
  await expectAccessible(page, 'the overview of the operator')

  await page.getByRole('link', { name: 'Teams', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('rocket')
  await expect(page.getByRole('list', { name: 'Teams' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('1 message ·')).toBeVisible()
  await act(page, 'Rocket Labs', 'Limits…')
  await dialog(page).getByLabel('Messages').fill('two')
  await dialog(page).getByRole('button', { name: 'Save limits' }).click()
  await expect(dialog(page).getByText('Enter a whole number, or nothing')).toBeVisible()
  await expectAccessible(page, 'the limits of a team')
  await dialog(page).getByLabel('Messages').fill('2')
  await expectMessage(page, 'Limits saved', () =>
    dialog(page).getByRole('button', { name: 'Save limits' }).click(),
  )
  await sendMails(to, ['Two'])
  await expect(sendMails(to, ['Three'])).rejects.toThrow('452 4.2.2')
  await expect(bob.page.getByText(/inbox is full \(2 of 2 messages\)/)).toBeVisible()

  await act(page, 'Rocket Labs', 'Suspend team…')
  await expectAccessible(page, 'the question before a team is suspended')
  await expectMessage(page, 'Team suspended', () =>
    dialog(page).getByRole('button', { name: 'Suspend team' }).click(),
  )
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible()
  await expectAccessible(page, 'teams of the operator')
  await expect(sendMails(to, ['Four'])).rejects.toThrow('550 5.2.1 This team is suspended')
  await expect(bob.page.getByText('This team is suspended.')).toBeVisible()
  await expect(rows(bob.page)).toHaveCount(2)
  await act(page, 'Rocket Labs', 'Resume team')
  await expect(bob.page.getByText('This team is suspended.')).toBeHidden()

  await page.getByRole('link', { name: 'People' }).click()
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible()
  await page.getByRole('searchbox').fill(bob.account.email)
  const people = page.getByRole('list', { name: 'People' })
  await expect(people.getByRole('listitem')).toHaveCount(1)
  await act(page, bob.account.email, 'Show teams')
  await expect(dialog(page).getByText('Rocket Labs')).toBeVisible()
  await expectAccessible(page, 'the teams of an account')
  await page.keyboard.press('Escape')
  await act(page, bob.account.email, 'Disable account…')
  await expectMessage(page, 'Account disabled', () =>
    dialog(page).getByRole('button', { name: 'Disable account' }).click(),
  )
  // His page ends without a reload, and logging in says why.
  await expect(bob.page).toHaveURL(/\/login/)
  await logIn(bob.page, bob.account)
  await expect(bob.page.getByText('This account is disabled.')).toBeVisible()
  await expectAccessible(page, 'people of the operator')

  await act(page, bob.account.email, 'Delete account…')
  await dialog(page).getByLabel('Your password', { exact: true }).fill(account.password)
  await dialog(page).getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog(page).getByText(/^First delete or transfer the teams/)).toBeVisible()
  await expectAccessible(page, 'an account that cannot be deleted')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByText('RETENTION_DAYS')).toBeVisible()
  await expectAccessible(page, 'settings of the server')
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByRole('list', { name: 'Acts' }).getByRole('listitem')).toHaveCount(4)
  await expect(page.getByText(/disabled the account/)).toBeVisible()
  await expectAccessible(page, 'what operators did')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'what operators did, on a phone')

  await page.goto('/team/info')
  await page.getByLabel('Days').fill('91')
  await page.getByRole('button', { name: 'Save retention' }).click()
  await expect(page.getByText('The operator of this server keeps 90 at most.')).toBeVisible()
  await expectAccessible(page, 'the retention of a team')
  await page.getByLabel('Days').fill('30')
  await page.getByRole('button', { name: 'Save retention' }).click()
  await expectAccessible(page, 'the question before less mail is kept')
  await expectMessage(page, 'Retention saved', () =>
    dialog(page).getByRole('button', { name: 'Delete older mail' }).click(),
  )
  await product.dispose()
})
