import { expect, type Page } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { openConnection } from '../one-connection.ts'

const addresses = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => `${name}${at + 1}@customer.test`)

/** Catches one mail with html and text, and opens it. */
async function openMail(page: Page, recipients: { to: string[]; bcc?: string[] }): Promise<void> {
  const connection = openConnection(await credentialsOf(page))
  await connection.sendMail({
    from: 'Rocket Shop <shop@rocket.test>',
    ...recipients,
    subject: 'Autumn news for everyone',
    text: 'Plain',
    html: '<h1>Autumn</h1><p>Leaves fall.</p>',
  })
  connection.close()
  await page.goto('/inbox')
  await rows(page).first().click()
}

test('all 200 recipients of a mail are there, and those whom only the envelope names', async ({
  inbox: page,
}) => {
  const to = addresses(190, 'you')
  await openMail(page, { to, bcc: addresses(10, 'hidden') })
  const mail = page.getByRole('article')
  await mail.getByRole('button', { name: 'and 185 more' }).click()
  await expect(mail.getByRole('list', { name: 'To' }).getByRole('listitem')).toHaveCount(190)
  await mail.getByRole('button', { name: 'and 5 more' }).click()
  const bcc = mail.getByRole('list', { name: 'Bcc' })
  await expect(bcc.getByRole('listitem')).toHaveCount(10)
  await expect(bcc).toContainText('hidden10@customer.test')
  await expect(mail.getByText('Size:')).toBeVisible()
  await expect(page.getByTitle('Mail content')).toBeInViewport({ ratio: 0.5 })
  await expectAccessible(page, 'a mail with all its recipients')
})

test('a breadcrumb leads from a mail to the inbox, at every width', async ({ inbox: page }) => {
  await openMail(page, { to: ['you@customer.test'] })
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(crumbs).toContainText('Autumn news for everyone')
  }
  const toolbar = page.getByRole('toolbar', { name: 'Mail' })
  expect((await toolbar.boundingBox())?.y).toBe(0)
  await crumbs.getByRole('link', { name: 'Inbox' }).click()
  await expect(page).toHaveURL('/inbox')
  await expect(crumbs.getByText('Inbox')).toHaveAttribute('aria-current', 'page')
})

test('every tab of a mail is reachable on a phone, and the dialogue ends with its 250', async ({
  inbox: page,
}) => {
  await openMail(page, { to: ['you@customer.test'] })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'More views' })).toBeHidden()
  await page.getByRole('tab', { name: 'Raw' }).click()
  await page.getByRole('tab', { name: 'SMTP' }).click()
  await expect(page.getByRole('tab', { name: 'SMTP' })).toHaveAttribute('aria-selected', 'true')
  const last = page.getByRole('region', { name: 'Mail contents' }).getByRole('listitem').last()
  await expect(last).toHaveText(/^\d+\.\d{3} sS: 250 2\.0\.0 Ok: queued as \d+$/)
  await expectAccessible(page, 'the dialogue of a mail')
})

test('a preview has the pixels of its device, in the whole window where the pane is too narrow', async ({
  inbox: page,
}) => {
  await openMail(page, { to: ['you@customer.test'] })
  const frame = page.getByTitle('Mail content')
  const width = async () => (await frame.boundingBox())?.width
  const choose = async (pixels: string) => {
    await page.getByRole('button', { name: /^Width:/ }).click()
    await page.getByRole('menuitem', { name: pixels }).click()
  }
  await page.setViewportSize({ width: 1024, height: 768 })
  await choose('375 px')
  await expect.poll(width).toBe(375)
  await choose('Ruler')
  await choose('768 px')
  const preview = page.getByRole('dialog', { name: '768 × 1024 px preview' })
  await expect(preview).toBeVisible()
  await expect.poll(width).toBe(768)
  await expectAccessible(page, 'the preview of a tablet')
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(page.getByRole('article')).toBeVisible()
})

test('the tabs of the list stay on one line at its least width', async ({ inbox: page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.getByRole('separator', { name: 'Width of the list' }).focus()
  await page.keyboard.press('Home')
  const tabs = page.getByRole('tablist', { name: 'Filter' }).getByRole('tab')
  const boxes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()))
  expect(boxes.map((box) => box?.y)).toEqual([boxes[0]?.y, boxes[0]?.y])
  expect(Math.max(...boxes.map((box) => box?.height ?? 0))).toBeLessThan(32)
  const pane = await page.getByRole('region', { name: 'Mail list' }).boundingBox()
  for (const name of ['Reload', 'More']) {
    const button = page.getByRole('region', { name: 'Mail list' }).getByRole('button', { name })
    const box = await button.first().boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
      (pane?.x ?? 0) + (pane?.width ?? 0),
    )
  }
})

test('the bar says at once that the browser is offline, and disappears with it', async ({
  inbox: page,
}) => {
  await page.context().setOffline(true)
  await expect(page.getByText(/^Offline\./)).toBeVisible({ timeout: 1_500 })
  await page.context().setOffline(false)
  await expect(page.getByText(/^Offline\./)).toBeHidden()
})

test('an error is shown within three seconds while the retries go on, and the list follows', async ({
  inbox: page,
}) => {
  const list = /\/api\/teams\/\d+\/mails\?/
  await page.route(list, (route) => route.abort())
  // Its code is loaded before that, however long a busy machine takes.
  const asked = page.waitForRequest(list)
  await page.goto('/inbox', { waitUntil: 'domcontentloaded' })
  await asked
  await expect(page.getByRole('alert')).toContainText('Your mail could not be loaded', {
    timeout: 3_000,
  })
  await page.unroute(list)
  await expect(page.getByRole('alert')).toBeHidden()
})
