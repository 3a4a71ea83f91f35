import { expect, type Page } from '@playwright/test'
import { credentialsOf, logIn } from '../account.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'

const unreadIn = (page: Page) => page.getByRole('list', { name: 'Mail' }).getByText('Unread')

test(
  'two browsers see each other’s changes at once, and nobody fetches a list for what they did',
  { tag: '@everyday' },
  async ({ page, account, browser, baseURL }) => {
    const credentials = await credentialsOf(page)
    await sendMails(credentials, ['Fourth', 'Third', 'Second', 'First'])
    await page.goto('/inbox')
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const other = await context.newPage()
    await other.goto('/inbox')
    await logIn(other, account)
    await expect(rows(page)).toHaveCount(4)
    await expect(rows(other)).toHaveCount(4)
    await page.waitForLoadState('networkidle')
    const fetched = listsFetchedBy(page)

    await rows(page).first().click()
    await expect(rows(other).first()).not.toContainText('Unread')
    await page.keyboard.press('f')
    await expect(rows(other).first()).toContainText('Flagged')
    await page.keyboard.press('u')
    await expect(rows(other).first()).toContainText('Unread')
    await page.keyboard.press('#')
    await expect(rows(other)).toHaveCount(3)
    expect(fetched(), 'after what was done to one mail').toBe(0)
    await page.keyboard.press('z')
    await expect(rows(page)).toHaveCount(4)
    await expect(rows(other)).toHaveCount(4)
    await expect(rows(other).first()).toContainText('First')

    // Undo fetches the list, because the mail may not be in it any more.
    await expect.poll(fetched).toBe(1)
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.keyboard.press('u')
    await page.keyboard.press('f')
    await expect(rows(other).nth(1)).toContainText('Flagged')
    await page.keyboard.press('f')
    await expect(rows(other).nth(0)).not.toContainText('Flagged')
    await page.keyboard.press('#')
    await expect(rows(other)).toHaveCount(2)
    expect(fetched(), 'after what was done to many').toBe(1)
    await page.keyboard.press('z')
    await expect(rows(other)).toHaveCount(4)
    await expect.poll(fetched).toBe(2)
    // There is no event to wait for when an echo changes nothing.
    await page.waitForTimeout(1_000)
    expect(fetched(), 'after the echoes of taking back').toBe(2)

    const pins = (at: Page) => at.getByRole('navigation', { name: 'Main' })
    await rows(page).first().click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Pin Sender' }).click()
    await expect(pins(other).getByRole('link', { name: /^shop@sender\.test/ })).toBeVisible()
    const listsOfOther = listsFetchedBy(other)
    await page.getByRole('button', { name: 'Actions for shop@sender.test' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('The shop')
    await page.keyboard.press('Enter')
    await expect(pins(other).getByRole('link', { name: /^The shop/ })).toBeVisible()
    // A closing dialog still has the focus, and shortcuts of the page do not work.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await other.getByRole('button', { name: 'Actions for The shop' }).click()
    await other.getByRole('menuitem', { name: 'Remove pin' }).click()
    await expect(pins(page).getByRole('link', { name: /^The shop/ })).toBeHidden()
    // There is no event to wait for when no list is fetched.
    await page.waitForTimeout(1_000)
    expect([fetched(), listsOfOther()], 'after what was done to a pin').toEqual([2, 0])

    await rows(page).first().click()
    await page.keyboard.press('f')
    await expect(rows(other).first()).toContainText('Flagged')
    await other.getByRole('button', { name: 'More', exact: true }).click()
    await other.getByRole('menuitem', { name: 'Mark all read' }).click()
    await expect(unreadIn(page)).toHaveCount(0)
    await other.getByRole('button', { name: 'More', exact: true }).click()
    await other.getByRole('menuitem', { name: 'Delete all' }).click()
    await expect(other.getByText('This deletes 4 messages')).toBeVisible()
    await other.getByText('Keep the flagged message').click()
    await expect(other.getByText('This deletes 3 messages')).toBeVisible()
    await other.getByRole('button', { name: 'Delete all' }).click()
    // The toast of what was marked read before may still be there, behind this one.
    const toast = other.getByRole('listitem').filter({ hasText: 'Deleted 3 messages' })
    const undo = toast.getByRole('button', { name: 'Undo' })
    // A toast stays while the pointer is over it.
    await undo.hover()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first()).toContainText('Flagged')
    await undo.click()
    await expect(rows(page)).toHaveCount(4)
    await context.close()
  },
)

/** How often this page has fetched a list of mail since this call. */
function listsFetchedBy(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    // An opened mail looks for those of its conversation.
    if (searchParams.get('q')?.startsWith('header:')) return
    if (request.method() === 'GET' && /^\/api\/teams\/\d+\/mails$/.test(pathname)) count += 1
  })
  return () => count
}
