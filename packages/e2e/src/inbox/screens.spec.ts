import { expect } from '@playwright/test'
import { credentialsOf } from '../account.ts'
import { test } from '../journey.ts'
import { rows } from '../mail-list.ts'
import { sendMails } from '../send-mails.ts'

test('toasts stand at the bottom right, 14 px apart, and are swiped away by the mouse without selecting text', async ({
  page,
  account: _account,
}) => {
  await page.goto('/settings/profile')
  const toasts = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(toasts).toHaveCount(1)
  await expect(save).toBeEnabled()
  await save.click()
  await expect(toasts).toHaveCount(2)
  const [newest, older] = [toasts.nth(0), toasts.nth(1)]
  // Waits until the toast stands still, which keeps both.
  await newest.hover()
  const [below, above] = await Promise.all([newest.boundingBox(), older.boundingBox()])
  if (!below || !above) throw new Error('there are no two toasts')
  expect([below.width, 1440 - below.x - below.width]).toEqual([356, 20])
  expect(below.y - above.y - above.height).toBeCloseTo(14, 0)
  await expect(newest).toHaveCSS('transition-duration', '0.2s, 0.2s')

  await page.mouse.move(below.x + 60, below.y + below.height / 2)
  await page.mouse.down()
  await page.mouse.move(below.x + 90, below.y + below.height / 2)
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe('')
  await page.mouse.up()
  await expect(toasts).toHaveCount(1)
})

test('an error that appears when a field is left moves nothing under the pointer', async ({
  page,
}) => {
  await page.goto('/register')
  const submit = page.getByRole('button', { name: 'Create account' })
  // The fonts are asked for by the texts that are shown, and are ready before there are any.
  await submit.waitFor()
  await page.evaluate(() => document.fonts.ready)
  const before = await submit.boundingBox()
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm password').focus()
  await expect(page.getByText(/at least 8 characters/)).toBeVisible()
  await submit.click()
  await expect(page.getByText('Name is a required field')).toBeVisible()
  expect(await submit.boundingBox()).toEqual(before)
})

test('the buttons of a form that is longer than the window are in sight', async ({
  inbox: page,
}) => {
  await page.setViewportSize({ width: 390, height: 480 })
  await page.goto('/team/guards')
  await page.getByRole('button', { name: /^(Add|New) guard/ }).click()
  const dialog = page.getByRole('dialog')
  const isLonger = () => dialog.evaluate((form) => form.clientHeight > window.innerHeight)
  expect(await isLonger()).toBe(true)
  await expect(dialog.getByRole('button', { name: 'Switch on' })).toBeInViewport({ ratio: 1 })
})

test('the inbox says Loading, and loads its second page once somebody scrolls', async ({
  page,
  account,
}) => {
  await sendMails(
    await credentialsOf(page, account.name),
    Array.from({ length: 30 }, (_, number) => `Mail ${number}`),
  )
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(/\/mails(?:\?|$|\/\d+$)/, async (route) => {
    await seen
    await route.continue()
  })
  await page.goto('/inbox')
  await expect(page.getByText('Loading...')).toBeVisible()
  // Not before: the inbox that was open while the mail came may fetch its list again, page by page.
  const nextPages: string[] = []
  page.on('request', (request) => {
    if (/\/mails\?.*cursor=/.test(request.url())) nextPages.push(request.url())
  })
  goOn()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Click to load more' })).toBeAttached()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(nextPages).toEqual([])
  await rows(page).first().hover()
  await page.mouse.wheel(0, 5_000)
  await expect.poll(() => nextPages.length).toBe(1)
  await page.mouse.wheel(0, 5_000)
  await expect(page.getByText('No more items to show')).toBeVisible()
})
