import { expect, type Page } from '@playwright/test'
import { copyCredentials, logIn } from './account.ts'
import { test } from './journey.ts'
import { sendMails } from './send-mails.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Mail' }).getByRole('link')
const position = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

test('the inbox is worked through by keyboard alone', async ({ page, account }) => {
  expect(account.email).toBeTruthy()
  const credentials = await copyCredentials(page)
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
  await position(page, '3 of 4')
  await page.keyboard.press('z')
  await expect(rows(page)).toHaveCount(5)
  await position(page, '3 of 5')
  await expect(rows(page).nth(2)).toContainText('Third')

  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('#')
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('z')
  await expect(rows(page)).toHaveCount(5)
  await page.reload()
  await expect(rows(page)).toHaveCount(5)

  await page.keyboard.press('/')
  await page.keyboard.type('subj')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('invoice')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=subject%3Ainvoice/)
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('2 matches')).toBeVisible()

  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/inbox')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await page.keyboard.type('third')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('Third')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(rows(page)).toHaveCount(5)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('senders, recipients and searches are pinned, renamed and removed', async ({
  page,
  account,
}) => {
  expect(account.email).toBeTruthy()
  const credentials = await copyCredentials(page)
  await sendMails(credentials, ['One', 'Two'])
  await page.goto('/inbox')
  await rows(page).first().click()
  const pin = async (item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const pins = page.getByRole('navigation', { name: 'Main' })
  await pin('Pin Sender')
  await expect(pins.getByRole('link', { name: /^shop@sender\.test/ })).toContainText('1')
  await pin('Pin Sender')
  await expect(page.getByText('This is pinned already.')).toBeVisible()

  await sendMails(credentials, ['Three'])
  await expect(pins.getByRole('link', { name: /^shop@sender\.test/ })).toContainText('2')
  await pins.getByRole('link', { name: /^shop@sender\.test/ }).click()
  await expect(page).toHaveURL('/inbox?sndr=shop%40sender.test')
  await expect(rows(page)).toHaveCount(3)

  await page.goto('/inbox?q=two')
  await page.getByRole('button', { name: 'Pin this search' }).click()
  await expect(pins.getByRole('link', { name: /^two/ })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for two' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('The second one')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(pins.getByRole('link', { name: /^The second one/ })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for The second one' }).click()
  await page.getByRole('menuitem', { name: 'Remove pin' }).click()
  await expect(pins.getByRole('link', { name: /^The second one/ })).toBeHidden()
})

test('two browsers see each other’s changes at once', async ({
  page,
  account,
  browser,
  baseURL,
}) => {
  const credentials = await copyCredentials(page)
  await sendMails(credentials, ['Third', 'Second', 'First'])
  await page.goto('/inbox')
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const other = await context.newPage()
  await other.goto('/inbox')
  await logIn(other, account)
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(other)).toHaveCount(3)

  await rows(page).first().click()
  await expect(rows(other).first()).not.toContainText('Unread')
  await page.keyboard.press('f')
  await expect(rows(other).first()).toContainText('Flagged')
  await page.keyboard.press('#')
  await expect(rows(other)).toHaveCount(2)
  await page.keyboard.press('z')
  await expect(rows(other)).toHaveCount(3)

  await rows(other).first().waitFor()
  await other.getByRole('button', { name: 'More', exact: true }).click()
  await other.getByRole('menuitem', { name: 'Mark all read' }).click()
  await expect(page.getByRole('list', { name: 'Mail' }).getByText('Unread')).toHaveCount(0)
  await other.getByRole('button', { name: 'More', exact: true }).click()
  await other.getByRole('menuitem', { name: 'Delete all' }).click()
  await expect(other.getByText('Also delete the flagged mail')).toBeVisible()
  await other.getByRole('button', { name: 'Delete all' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('Flagged')
  await other.getByRole('button', { name: 'Undo' }).last().click()
  await expect(rows(page)).toHaveCount(3)
  await context.close()
})

test('after a broken connection, while 500 mails arrived, the list is exact', async ({
  page,
  account,
}) => {
  test.slow()
  expect(account.email).toBeTruthy()
  const credentials = await copyCredentials(page)
  await sendMails(credentials, ['Before'])
  let broken = false
  const cuts = new Set<() => Promise<void>>()
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    if (broken) return socket.close()
    const server = socket.connectToServer()
    cuts.add(async () => {
      await socket.close({ code: 1001 })
      await server.close()
    })
  })
  await page.route('**/api/**', (route) => (broken ? route.abort() : route.fallback()))
  await page.goto('/inbox')
  await rows(page).first().click()
  await position(page, '1 of 1')

  broken = true
  for (const cut of cuts) await cut()
  await expect(page.getByText(/^Offline/)).toBeVisible()
  const subjects = Array.from({ length: 500 }, (_, index) => `Meanwhile ${index + 1}`)
  await sendMails(credentials, subjects)
  broken = false

  // The pauses between its tries have grown meanwhile.
  await expect(page.getByText(/^Offline/)).toBeHidden({ timeout: 40_000 })
  await position(page, '501 of 501')
  expect(await subjectsOf(page)).toEqual(new Set(['Before', ...subjects]))
})

/** Every subject of the list, from its top to its end. */
async function subjectsOf(page: Page): Promise<Set<string>> {
  const list = page.getByRole('list', { name: 'Mail' })
  const found = new Set<string>()
  const scrollTo = (top: number) =>
    list.evaluate((element, y) => element.parentElement?.scrollTo(0, y), top)
  const step = 600
  for (let top = 0; ; top += step) {
    await scrollTo(top)
    const seen = await list
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => link.querySelectorAll('[dir="auto"]')[1]?.textContent ?? ''),
      )
    for (const subject of seen) found.add(subject)
    const atEnd = await list.evaluate(
      ({ parentElement: view }) =>
        view !== null && view.scrollTop + view.clientHeight >= view.scrollHeight - 1,
    )
    if (atEnd && (await page.getByText('No more items to show').isVisible())) return found
  }
}
