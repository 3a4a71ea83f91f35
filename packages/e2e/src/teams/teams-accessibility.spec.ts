import { expect, type Page } from '@playwright/test'
import { credentialsOf, openAccount } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { bringIn, createTeam, invite, newBrowser, newPerson, switcher } from '../people.ts'
import { sendMails } from '../send-mails.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

async function open(page: Page, button: string, title: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await expect(dialog(page, title)).toBeVisible()
  await expectAccessible(page, `the dialog ${String(title)}`)
  await page.keyboard.press('Escape')
  await expect(dialog(page, title)).toBeHidden()
}

test('axe finds nothing on the screens and dialogs of a team, in either theme', async ({
  inbox: page,
  product,
  browser,
}) => {
  test.slow()
  const grace = await newPerson(browser, product)
  await sendMails(await credentialsOf(page), ['For the count of the team'])
  await switcher(page).click()
  await expect(page.getByRole('menuitem', { name: /1 unread/ })).toBeVisible()
  await expectAccessible(page, 'the team switcher')
  await page.getByRole('menuitem', { name: 'Add a new team' }).click()
  await dialog(page, 'Add a new team').getByRole('button', { name: 'Add team' }).click()
  await expect(page.getByText('Name is a required field')).toBeVisible()
  await expectAccessible(page, 'Add a new team')
  await page.keyboard.press('Escape')

  await createTeam(page, 'Rocket Labs')
  await page.goto('/team/users')
  await expect(page.getByText(/^There are no pending invites/)).toBeVisible()
  await expectAccessible(page, 'users, nobody invited')
  await bringIn(page, grace, product)
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(2)
  await invite(page, 'mary@journey.test')
  await expectAccessible(page, 'users with an invite')
  await page.getByRole('combobox', { name: /^Role of/ }).click()
  await expect(page.getByRole('option', { name: 'Member' })).toBeVisible()
  await expectAccessible(page, 'the role selector')
  await page.keyboard.press('Escape')
  await open(page, `Remove ${grace.account.name}`, /^Remove/)
  const actions = page.getByRole('button', { name: 'Actions for mary@journey.test' })
  await actions.click()
  await expect(page.getByRole('menuitem', { name: 'Discard invite' })).toBeVisible()
  await expectAccessible(page, 'the menu of an invite')
  await page.keyboard.press('Escape')
  await expect(actions).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'users on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/team/info')
  await open(page, 'Transfer team', /^Transfer/)
  await open(page, 'Delete team', 'Delete team')
  await expectAccessible(page, 'team info')
  await grace.page.goto('/team/users')
  await expect(grace.page.getByText(/^Only the owner/)).toBeVisible()
  await expectAccessible(grace.page, 'users of a member')
  await grace.page.goto('/team/info')
  await open(grace.page, 'Leave team', /^Leave/)
  await expectAccessible(grace.page, 'team info of a member')
  await grace.page.context().close()
})

test('axe finds nothing on mailed links that say what is wrong with them', async ({ page }) => {
  for (const path of ['/invite', '/forwarding-verification']) {
    for (const query of ['', '?token=unknown']) {
      await page.goto(path + query)
      await page.getByRole('alert').waitFor()
      await expectAccessible(page, path + query)
    }
  }
  await page.goto('/forwarding/stop/unknown')
  await page.getByRole('alert').waitFor()
  await expectAccessible(page, '/forwarding/stop')
})

test('axe finds nothing on forwarding rules and their dialogs, in either theme', async ({
  browser,
  sending: { sender },
}) => {
  test.slow()
  const page = await newBrowser(browser, sender)
  await openAccount(page, sender)
  await page.goto('/integrations/forwarding')
  await expect(page.getByText('No forwarding rules yet')).toBeVisible()
  await expectAccessible(page, 'no forwarding rules')
  await page.getByLabel('Email').fill('audit@customer.test')
  await page.getByRole('button', { name: 'Set-up' }).click()
  const form = dialog(page, 'Add rule')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('Name is a required field')).toBeVisible()
  await expectAccessible(page, 'Add rule')
  await form.getByLabel('Name').fill('Invoices')
  await form.getByLabel('Subject').fill('*invoice*')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Last deliveries of Invoices' }).click()
  await expect(page.getByText(/has to agree first\.$/)).toBeVisible()
  await expectAccessible(page, 'forwarding rules')
  await page.getByRole('button', { name: 'Actions for Invoices' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog(page, 'Delete rule?')).toBeVisible()
  await expectAccessible(page, 'Delete rule?')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'forwarding rules on a phone')
  await page.context().close()
})
