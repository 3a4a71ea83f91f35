import { expect, type Page } from '@playwright/test'
import { credentialsOf, logIn } from '../account.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'

test('nothing is fetched twice when the inbox is opened, and its channel is joined once', async ({
  inbox: page,
}) => {
  await sendMails(await credentialsOf(page), ['First', 'Second', 'Third'])
  await expect(rows(page)).toHaveCount(3)
  await rows(page).first().click()
  await expect(page).toHaveURL(/\/inbox\/\d+$/)
  await expect(rows(page).first()).not.toContainText('Unread')
  // The mark is stored, and its event is here.
  await quiet(page)

  for (const path of [new URL(page.url()).pathname, '/inbox', '/inbox?filter=unread']) {
    await expectOnce(page, path, () => page.goto(path))
  }
})

test('nothing is fetched twice after a login, and the channel is joined once', async ({
  page,
  account,
}) => {
  await sendMails(await credentialsOf(page), ['First', 'Second'])
  await expect(rows(page)).toHaveCount(2)
  // The events of both have come: the page after the login would fetch for one that comes later.
  await quiet(page)
  await page.goto('/login')
  await expectOnce(page, '/inbox', async () => {
    await logIn(page, account)
    await expect(page).toHaveURL('/inbox')
  })
})

test('the first visit of the inbox from another screen fetches nothing twice', async ({
  inbox: page,
}) => {
  await sendMails(await credentialsOf(page), ['First'])
  await quiet(page)
  const joined = joins(page)
  await page.goto('/settings/appearance')
  await joined
  const sent = callsOf(page)
  await page
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .click()
  await expect(rows(page)).toHaveCount(1)
  await quiet(page)
  expect(sent).toEqual([...new Set(sent)])
})

test('the list is visible after at most 25 requests, and everything is loaded after 35', async ({
  inbox: page,
  context,
}) => {
  await sendMails(await credentialsOf(page), ['First'])
  await expect(rows(page)).toHaveCount(1)
  const visit = await context.newPage()
  let requests = 0
  visit.on('request', () => (requests += 1))
  // Counts in the page: what loads when it is idle begins before a journey sees the row.
  await visit.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[data-mail]') === null) return
      observer.disconnect()
      const { length } = performance.getEntriesByType('resource')
      document.documentElement.dataset['requests'] = String(length + 1)
    })
    observer.observe(document, { subtree: true, childList: true })
  })
  await visit.goto('/inbox')
  await expect(rows(visit)).toHaveCount(1)
  const untilVisible = await visit.locator('html').getAttribute('data-requests')
  expect(Number(untilVisible)).toBeGreaterThan(5)
  expect(Number(untilVisible)).toBeLessThanOrEqual(25)
  await quiet(visit)
  await quiet(visit)
  expect(requests).toBeGreaterThan(Number(untilVisible))
  expect(requests).toBeLessThanOrEqual(35)
})

/** Nothing is fetched twice by `open`, until the live connection is joined and all replies are here. */
async function expectOnce(page: Page, name: string, open: () => Promise<unknown>) {
  const sent = callsOf(page)
  const frames: string[] = []
  const joined = joins(page, frames)
  await open()
  await joined
  await quiet(page)
  expect(sent, name).toContainEqual(expect.stringMatching(/\/mails\?/))
  expect(sent, name).toEqual([...new Set(sent)])
  expect(
    frames.filter((frame) => frame.includes('"join"')),
    name,
  ).toHaveLength(1)
  page.removeAllListeners('request')
  page.removeAllListeners('websocket')
}

function callsOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) sent.push(`${request.method()} ${pathname}${search}`)
  })
  return sent
}

/** Resolves when the server has answered the next join, on whichever connection. Collects what the page sends. */
function joins(page: Page, frames: string[] = []): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => void frames.push(String(payload)))
      // `430` is Socket.IO's acknowledgement of the first message that asks for one.
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('430')) resolve()
      })
    })
  })
}

/** What a join makes a page fetch is fetched at the end of a burst of events, after 250 ms. */
async function quiet(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  await page.waitForLoadState('networkidle')
}
