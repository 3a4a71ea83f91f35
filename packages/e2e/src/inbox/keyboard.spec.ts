import { expect, type Locator, type Page } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { test } from '../journey.ts'
import { sampleMail } from '../sample-mail.ts'
import { mailClients } from '../mail-clients.ts'
import { position, rows } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'
import { expectMessage } from '../expect-message.ts'

test('the inbox is worked through by keyboard alone', async ({ inbox: page }) => {
  const credentials = await credentialsOf(page)
  await sendMails(credentials, ['Fifth', 'Fourth invoice', 'Third', 'Second invoice', 'First'])
  await page.goto('/inbox')
  await expect(rows(page)).toHaveCount(5)

  await page.keyboard.press('Enter')
  await position(page, '1 of 5')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await position(page, '3 of 5')
  await page.keyboard.press('f')
  await expect(rows(page).nth(2)).toContainText('Flagged')
  await expect(rows(page).nth(2)).not.toContainText('Unread')
  await page.keyboard.press('u')
  await expect(rows(page).nth(2)).toContainText('Unread')

  await page.keyboard.press('#')
  await expect(rows(page)).toHaveCount(4)
  await expect(page).toHaveURL(/\/inbox$/)
  await expect(rows(page).nth(2)).toBeFocused()
  await expect(rows(page).nth(2)).toContainText('Fourth invoice')
  await expect(rows(page).nth(2)).toContainText('Unread')
  await undoing(page, 'z')
  await expect(rows(page)).toHaveCount(5)
  await position(page, '3 of 5')
  await expect(rows(page).nth(2)).toContainText('Third')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toHaveCount(0)

  const opened = page.url()
  await page.keyboard.press('#')
  await expect(rows(page)).toHaveCount(4)
  await expect(undo).toBeVisible()
  await page.keyboard.press('F8')
  await expect(undo).toBeFocused()
  await undoing(page, 'Enter')
  await expect(rows(page)).toHaveCount(5)
  await expect(page).toHaveURL(opened)
  await expect(undo).toHaveCount(0)

  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('#')
  await expect(rows(page)).toHaveCount(3)
  await undoing(page, 'z')
  await expect(rows(page)).toHaveCount(5)
  await page.reload()
  await expect(rows(page)).toHaveCount(5)

  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: 'Search mail' })
  await expect(search).toBeFocused()
  await page.keyboard.type('subj')
  await expect(page.getByRole('option', { name: /^subject:/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(search).toHaveValue('subject:')
  await page.keyboard.type('invoice')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=subject%3Ainvoice/)
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('2 matches')).toBeVisible()

  const pin = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /invoice/ })
  await reach(page, page.getByRole('button', { name: 'Pin this search' }))
  await page.keyboard.press('Enter')
  await expect(pin).toBeVisible()

  await leave(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/inbox')
  await reach(page, pin)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=subject%3Ainvoice/)
  await expect(rows(page)).toHaveCount(2)

  await leave(page)
  await runCommand(page, 'third', 'Search mail for “third”')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('Third')
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(rows(page)).toHaveCount(5)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
})

test('a mail is read from every side, forwarded and pinned, and the settings are changed, by keyboard alone', async ({
  inbox: page,
}) => {
  const credentials = await credentialsOf(page)
  await mailClients.nodemailer(credentials, sampleMail('All sides'))
  await page.goto('/inbox')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await position(page, '1 of 1')

  const tab = (name: string) =>
    page.getByRole('tab', { name: name === 'Check' ? /^Check/ : name, exact: true })
  await reach(page, tab('HTML'))
  for (const name of ['Text', 'Check', 'Headers', 'Raw', 'SMTP']) {
    if (name === 'SMTP') await reach(page, tab('Message'))
    await page.keyboard.press('ArrowRight')
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect(tab(name)).toBeFocused()
  }
  await expect(page.getByText('MAIL FROM:<shop@sender.test>').first()).toBeVisible()

  await reach(page, page.getByRole('button', { name: 'Forward', exact: true }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const forward = page.getByRole('dialog', { name: 'Forward mail' })
  // Without a relay the form is not offered.
  await expect(forward.getByText(/MAIL_URL/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(forward).toBeHidden()
  await expect(page.getByRole('button', { name: 'Forward', exact: true })).toBeFocused()

  await reach(page, page.getByRole('button', { name: 'More actions' }))
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Pin Sender' })
  await expect(item).toBeVisible()
  await reach(page, item, 'ArrowDown')
  await page.keyboard.press('Enter')
  const pins = page.getByRole('navigation', { name: 'Main' })
  await expect(pins.getByRole('link', { name: /^shop@sender\.test/ })).toBeVisible()
  await reach(page, page.getByRole('button', { name: 'Actions for shop@sender.test' }))
  await page.keyboard.press('Enter')
  await reach(page, page.getByRole('menuitem', { name: 'Rename' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('The shop')
  await page.keyboard.press('Enter')
  await expect(pins.getByRole('link', { name: /^The shop/ })).toBeVisible()
  // A closing dialog still has the focus, and shortcuts of the page do not work.
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await runCommand(page, 'appearance', /Appearance/)
  await expect(page).toHaveURL('/settings/appearance')
  await reach(
    page,
    page.getByRole('group', { name: 'Theme' }).getByRole('radio', { checked: true }),
  )
  await reach(page, page.getByRole('radio', { name: 'Dark' }), 'ArrowDown')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()

  await runCommand(page, 'profile', /Profile/)
  await expect(page).toHaveURL('/settings/profile')
  await reach(page, page.getByLabel('Name', { exact: true }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Ada by keys')
  await expectMessage(page, 'Profile updated successfully', () => page.keyboard.press('Enter'))
})

/** The rows are back before the server knows: a reload, or the next undo, must not come between. */
async function undoing(page: Page, key: string): Promise<void> {
  const restored = page.waitForResponse('**/mails/restore')
  await page.keyboard.press(key)
  await restored
}

/** Runs `command` by the command palette: typing selects it, and the palette closes after it. */
async function runCommand(page: Page, typed: string, command: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused()
  await page.keyboard.type(typed)
  const selected = page.getByRole('option', { name: command, selected: true })
  await expect(selected).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeHidden()
}

/** Presses `key` until `control` has the focus. */
async function reach(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  const there = control.and(page.locator(':focus'))
  await control.waitFor()
  for (let step = 0; step < 100; step += 1) {
    if ((await there.count()) > 0) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(control)} is not reached by ${key}`)
}

/** Removes the focus from its element, so that the shortcuts of the page work. */
function leave(page: Page): Promise<void> {
  return page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
}
