import { expect, type Locator, type Page } from '@playwright/test'
import { copyCredentials } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { sampleMail } from '../sample-mail.ts'
import { mailClients } from '../mail-clients.ts'

// axe analyses each screen twice, for a second or two of processor time each.
test.describe.configure({ timeout: 300_000 })

const publicScreens = ['/', '/no-such-page']

test('axe finds nothing on what anybody sees, in either theme', async ({ page }) => {
  for (const path of publicScreens) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await expectAccessible(page, path)
  }
})

test('axe finds nothing on the signed-in screens, in either theme', async ({ inbox: page }) => {
  const credentials = await copyCredentials(page)
  await expectAccessible(page, 'credentials')

  await page.goto('/inbox')
  await expect(page.getByText('No mail yet')).toBeVisible()
  await expectAccessible(page, 'empty inbox')

  await mailClients.nodemailer(credentials, sampleMail('For every eye'))
  await mailClients.nodemailer(credentials, sampleMail('For every ear'))
  await page.getByRole('list', { name: 'Mail' }).getByRole('link').first().click()
  const frame = page.frameLocator('iframe[title="Mail content"]')
  await expect(frame.getByRole('heading')).toBeVisible()
  await expectAccessible(page, 'open mail')

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'open mail on a phone')
})

test('axe finds nothing on what opens over the inbox, in either theme', async ({ inbox: page }) => {
  const credentials = await copyCredentials(page)
  await mailClients.nodemailer(credentials, sampleMail('For every eye'))
  await mailClients.nodemailer(credentials, sampleMail('For every ear'))
  await page.goto('/inbox')
  const rows = page.getByRole('list', { name: 'Mail' }).getByRole('link')
  await expect(rows).toHaveCount(2)

  await page.getByRole('checkbox').first().check({ force: true })
  await expect(page.getByText('1 selected')).toBeVisible()
  await expectAccessible(page, 'selected mails')
  await page.keyboard.press('f')
  await expect(rows.first()).toContainText('Flagged')
  await page.keyboard.press('Escape')

  await expectAccessibleMenu(page, page.getByRole('button', { name: /^Account menu/ }))

  await page.keyboard.press('/')
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
  await expectAccessible(page, 'search suggestions')
  const search = page.getByRole('combobox', { name: 'Search mail' })
  await search.fill('every')
  await search.press('Enter')
  await expect(page.getByRole('button', { name: 'Pin this search' })).toBeVisible()
  const more = page.getByRole('button', { name: 'More', exact: true })
  await expectAccessibleMenu(page, more)
  await more.click()
  await page.getByRole('menuitem', { name: 'Mark these 2 read' }).click()
  // A toast stays while it has the focus.
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.keyboard.press('F8')
  await expectAccessible(page, 'narrowed list and a toast')
  await page.keyboard.press('Escape')
  await search.fill('')
  await expect(page.getByRole('option', { name: 'every' })).toBeVisible()
  await expectAccessible(page, 'recent searches')
  await search.blur()

  for (const [item, dialog] of [
    ['Delete all', 'Delete all?'],
    ['Import…', 'Import mail'],
  ] as const) {
    await more.click()
    await page.getByRole('menuitem', { name: item }).click()
    if (item === 'Delete all') await page.getByRole('checkbox', { name: /^Keep the/ }).check()
    await expectAccessibleDialog(page, dialog)
  }
  await page.keyboard.press('?')
  await expectAccessibleDialog(page, 'Keyboard shortcuts')

  await rows.first().click()
  await expect(page.getByRole('article')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: /^Copy link/ })).toBeVisible()
  await expectAccessibleDialog(page, 'Command palette')
  await expectAccessibleMenu(page, page.getByRole('button', { name: 'More actions' }))
  await page.getByRole('button', { name: 'Forward' }).click()
  await expectAccessibleDialog(page, 'Forward mail')
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Find in this message' }).fill('every')
  await expectAccessible(page, 'find in a mail')
})

/** Opens a menu by its button, analyses it, then leaves it by Tab. */
async function expectAccessibleMenu(page: Page, button: Locator): Promise<void> {
  await button.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page, `menu of ${await button.getAttribute('aria-label')}`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('menu')).toBeHidden()
}

/** Analyses a dialog, then closes it. */
async function expectAccessibleDialog(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, name)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}
