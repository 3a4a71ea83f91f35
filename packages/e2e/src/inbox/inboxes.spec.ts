import { createInbox, listTeams } from '@mailstop/contract'
import { expect, type Page } from '@playwright/test'
import { credentialsOf, type Credentials } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { callApi } from '../call-api.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'

/** Makes an inbox in another window, as a CI job does. */
async function makeInbox(page: Page, name: string): Promise<Credentials> {
  const context = page.context()
  const [team] = (await callApi(context, listTeams, {})).data
  const params = { team: String(team?.id) }
  const { data } = await callApi(context, createInbox, { params, body: { name } })
  const { username, password } = data.credentials
  return { ...(await credentialsOf(page)), username, password }
}

test('the inboxes of a team appear as they are made, count, open, move and are searched', async ({
  inbox: page,
}) => {
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar.getByText('Inboxes')).toBeHidden()
  const staging = await makeInbox(page, 'staging')
  const shop = await makeInbox(page, 'Web shop')
  const links = sidebar.getByRole('list', { name: 'Inboxes' }).getByRole('link')
  await expect(links).toHaveText(['main', 'staging', 'Web shop'])
  await sendMails(staging, ['Red', 'Blue'])
  await sendMails(shop, ['Green'])
  await expect(links).toHaveText(['main', 'staging2 unread', 'Web shop1 unread'])
  await expect(rows(page)).toContainText(['Web shop', 'staging', 'staging'])
  await expectAccessible(page, 'a list of several inboxes')

  await page.keyboard.press('g')
  await page.keyboard.press('2')
  await expect(page).toHaveURL('/inbox?inbox=staging')
  await expect(rows(page)).toHaveCount(2)
  await sendMails(shop, ['Yellow'])
  await sendMails(staging, ['White'])
  await expect(rows(page).first()).toContainText('White')
  await expect(rows(page)).toHaveCount(3)
  await rows(page).first().click()
  await expect(links).toHaveText(['main', 'staging2 unread', 'Web shop2 unread'])
  await expectAccessible(page, 'an opened mail of an inbox')

  await links.nth(2).dragTo(links.nth(1))
  await expect(links).toHaveText(['main', 'Web shop2 unread', 'staging2 unread'])
  await sidebar.getByRole('button', { name: 'Actions for Web shop' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expect(links).toHaveText(['main', 'staging2 unread', 'Web shop2 unread'])
  await page.reload()
  await expect(links).toHaveText(['main', 'staging2 unread', 'Web shop2 unread'])

  await page.goto('/inbox')
  await page.getByLabel('Search mail').fill('in:web')
  await page.getByRole('option', { name: /Web shop/ }).click()
  await expect(rows(page)).toHaveCount(2)
})
