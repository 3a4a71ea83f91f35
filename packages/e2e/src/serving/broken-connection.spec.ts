import { expect } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { test } from '../journey.ts'
import { position, rows, subjectsOf } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'

/** `npm run test:journey -- outage` lasts half a minute, so that the pauses between attempts reach their maximum. */
const seconds = Number(process.env['OUTAGE_SECONDS'] ?? 5)
const mails = seconds < 30 ? 120 : 500

test(`after ${seconds} seconds without a connection, in which ${mails} mails arrived, the list is exact`, async ({
  inbox: page,
}) => {
  test.slow()
  const credentials = await credentialsOf(page)
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
  // Shown without a reload: there is a live connection to break.
  await sendMails(credentials, ['Live'])
  await position(page, '2 of 2')

  broken = true
  const since = Date.now()
  for (const cut of cuts) await cut()
  await expect(page.getByText(/^Offline/)).toBeVisible()
  const subjects = Array.from({ length: mails }, (_, index) => `Meanwhile ${index + 1}`)
  await sendMails(credentials, subjects)
  await page.waitForTimeout(Math.max(0, seconds * 1_000 - (Date.now() - since)))
  expect(await rows(page).count(), 'nothing came through').toBe(2)
  broken = false

  // Meanwhile the pauses between its attempts have grown.
  await expect(page.getByText(/^Offline/)).toBeHidden({ timeout: 40_000 })
  await position(page, `${mails + 2} of ${mails + 2}`)
  expect(await subjectsOf(page)).toEqual([...subjects.toReversed(), 'Live', 'Before'])
})
