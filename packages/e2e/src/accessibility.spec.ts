import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { copyCredentials } from './account.ts'
import { test } from './journey.ts'
import { letter } from './letter.ts'
import { mailClients } from './mail-clients.ts'

const publicScreens = ['/', '/login', '/register', '/verify-email', '/no-such-page']
const themes = ['light', 'dark'] as const

for (const theme of themes) {
  test(`axe finds nothing on the public screens, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const path of publicScreens) {
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      await expectNoViolations(page, path)
    }
  })

  test(`axe finds nothing on the signed-in screens, ${theme}`, async ({ page, account }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    expect(account.email).toBeTruthy()
    const credentials = await copyCredentials(page)
    await page.mouse.move(0, 0)
    await expectNoViolations(page, 'credentials')

    await page.goto('/inbox')
    await expect(page.getByText('No mail yet')).toBeVisible()
    await expectNoViolations(page, 'empty inbox')

    await mailClients.nodemailer(credentials, letter('For every eye'))
    await mailClients.nodemailer(credentials, letter('For every ear'))
    await page.getByRole('list', { name: 'Mail' }).getByRole('link').first().click()
    const frame = page.frameLocator('iframe[title="Mail content"]')
    await expect(frame.getByRole('heading')).toBeVisible()
    await page.mouse.move(0, 0)
    await expectNoViolations(page, 'open mail')

    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoViolations(page, 'open mail on a phone')
  })
}

for (const theme of themes) {
  test(`axe finds nothing on what opens over the inbox, ${theme}`, async ({ page, account }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    expect(account.email).toBeTruthy()
    const credentials = await copyCredentials(page)
    await mailClients.nodemailer(credentials, letter('For every eye'))
    await mailClients.nodemailer(credentials, letter('For every ear'))
    await page.goto('/inbox')
    const rows = page.getByRole('list', { name: 'Mail' }).getByRole('link')
    await expect(rows).toHaveCount(2)

    await page.getByRole('checkbox').first().check({ force: true })
    await expect(page.getByText('1 selected')).toBeVisible()
    await expectNoViolations(page, 'selected mails')
    await page.keyboard.press('Escape')

    const more = page.getByRole('button', { name: 'More', exact: true })
    await expectNoViolationsInMenu(page, more)
    await expectNoViolationsInMenu(page, page.getByRole('button', { name: /^Account menu/ }))

    await page.keyboard.press('/')
    await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
    await expectNoViolations(page, 'search suggestions')
    const search = page.getByRole('combobox', { name: 'Search mail' })
    await search.fill('every')
    await search.press('Enter')
    await expect(page.getByRole('button', { name: 'Pin this search' })).toBeVisible()
    await expectNoViolations(page, 'narrowed list')

    for (const [item, dialog] of [
      ['Delete all', 'Delete all?'],
      ['Import…', 'Import mail'],
    ] as const) {
      await more.click()
      await page.getByRole('menuitem', { name: item }).click()
      await expectNoViolationsIn(page, dialog)
    }
    await page.keyboard.press('Control+k')
    await expectNoViolationsIn(page, 'Command palette')
    await page.keyboard.press('?')
    await expectNoViolationsIn(page, 'Keyboard shortcuts')

    await rows.first().click()
    await expectNoViolationsInMenu(page, page.getByRole('button', { name: 'More actions' }))
    await page.getByRole('button', { name: 'Forward' }).click()
    await expectNoViolationsIn(page, 'Forward mail')
    await page.keyboard.press('Control+f')
    await page.getByRole('textbox', { name: 'Find in this mail' }).fill('every')
    await expectNoViolations(page, 'find in a mail')
  })
}

/** A menu is opened by its button, looked at, then left by Tab. */
async function expectNoViolationsInMenu(page: Page, button: Locator): Promise<void> {
  await button.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectNoViolations(page, `menu of ${await button.getAttribute('aria-label')}`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('menu')).toBeHidden()
}

/** A dialog is looked at, then closed. */
async function expectNoViolationsIn(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  await expectNoViolations(page, name)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

async function expectNoViolations(page: Page, screen: string): Promise<void> {
  // The mail in the frame is its sender's, and no script may run in it.
  const { violations, passes } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  expect(passes.length, `axe looked at nothing on ${screen}`).toBeGreaterThan(0)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
  expect.soft(found, screen).toEqual([])
}
