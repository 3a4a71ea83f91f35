import type { Mail, Team } from '@mailstop/contract'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { credentialsOf, logIn, openAccount, type Account } from '../account.ts'
import { test } from '../journey.ts'
import { placeIn, startCanary, type Canary } from './canary.ts'
import { hostileMails, type HostileMail } from './hostile-mails.ts'
import { launchLogged, type LoggedBrowser } from './logged-browser.ts'
import { naivePage } from './naive-page.ts'
import {
  chooseLook,
  dwell,
  fidget,
  leafThrough,
  middleOfMail,
  next,
  openViews,
  shown,
  within,
} from './reader.ts'
import { sendSources } from './send-sources.ts'
import { watch, watchMoves, type Watch } from './watch.ts'

/** Mails that are opened in one call of the browser. */
const leafed = 20

/** Enough to show that the checks notice what a mail does. */
const controls = 40

/** `npm run test:journey -- hostile` opens all of them, `npm test` one of this many of every kind. */
const oneIn = Number(process.env['HOSTILE_ONE_IN'] ?? 20)

// All tests share one browser and one inbox, in sequence. A trace would have thousands of steps.
test.describe.configure({ mode: 'default', timeout: oneIn > 1 ? 300_000 : 1_200_000 })
test.use({ trace: 'off' })

type Sent = HostileMail & { id: number; place: number }

let canary: Canary
let logged: LoggedBrowser
let careless: LoggedBrowser | undefined
let context: BrowserContext
let page: Page
let watched: Watch
let account: Account
let mails: Sent[]
let team: Team | undefined

test.beforeAll(async ({ product, launchOptions }) => {
  canary = await startCanary()
  logged = await launchLogged(launchOptions)
  context = await logged.browser.newContext({ baseURL: product.url })
  watched = await watch(context)
  page = await context.newPage()
  account = await openAccount(page, product)
  const credentials = await credentialsOf(page)
  const made = hostileMails(canary.hostOf).flatMap((mail, place) => ({ ...mail, place }))
  const sample = made.filter(({ place }) => place % oneIn === 0)
  const ids = await sendSources(
    credentials,
    sample.map(({ source }) => source),
  )
  // Sorted as the list is, the newest first.
  mails = sample.map((mail, index) => ({ ...mail, id: ids[index] ?? 0 })).toReversed()
})

test.afterAll(async () => {
  await logged.kill()
  await careless?.kill()
  await canary.dispose()
})

test(
  'hundreds of hostile mails are tried, no two alike',
  { tag: ['@everyday', '@nightly'] },
  () => {
    const all = hostileMails(() => '')
    expect(all.length).toBeGreaterThan(300)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(new Set(all.map(({ source }) => source.toString('latin1'))).size).toBe(all.length)
  },
)

test(
  'no hostile mail runs, requests, moves or opens anything when it is shown as HTML and clicked',
  { tag: ['@everyday', '@nightly'] },
  async () => {
    const seen = await openFirst(page, watched)
    for (const { id, name, byHand } of mails) {
      await shown(page, id)
      const middle = await middleOfMail(page)
      await dwell(page)
      if (byHand && middle) await fidget(page, middle)
      expect(seen(), name).toEqual([])
      await next(page)
    }
  },
)

test('no hostile mail does so in any dark look, nor without images', async () => {
  for (const look of ['Outlook.com-like', 'Gmail-app-like', 'Android-like', 'Images off']) {
    const seen = await openFirst(page, watched)
    let at = 0
    while (!(await chooseLook(page, look))) {
      await next(page)
      at += 1
      await shown(page, mails[at]?.id ?? 0)
    }
    await dwell(page)
    for (let from = at + 1; from < mails.length; from += leafed) {
      const some = mails.slice(from, from + leafed)
      await leafThrough(
        page,
        some.map(({ id }) => id),
      )
      expect(seen(), `${some.map(({ name }) => name).join(' or ')}, ${look}`).toEqual([])
    }
  }
})

test('no hostile mail does so in any other view', async () => {
  const seen = await openFirst(page, watched)
  const views = new Set<string>()
  for (const { id, name } of mails) {
    await shown(page, id)
    for (const view of await openViews(page)) views.add(view)
    expect(seen(), name).toEqual([])
    await next(page)
  }
  const all = ['Check', 'HTML', 'Headers', 'Links', 'Message', 'Raw', 'SMTP', 'Text']
  expect([...views].toSorted()).toEqual(all)
})

test('the source and the files of a hostile mail are opened as text or downloaded, and never run', async () => {
  const tab = await context.newPage()
  const { seen } = watched
  const before = canary.caught().length
  const harmless = /^(?:text\/plain|image\/(?:png|jpeg|gif|webp|avif|bmp)|application\/pdf)\b/
  for (const { id, name } of mails) {
    const { attachments } = await readMail(page, id)
    const files = attachments.map(({ key }) => `attachments/${key}`)
    for (const path of ['raw', ...files]) {
      const { url } = await readApi<{ url: string }>(page, `mails/${id}/${path}`)
      const response = await page.request.get(url)
      const headers = response.headers()
      expect(headers['content-security-policy'], name).toBe("sandbox; default-src 'none'")
      expect(headers['x-content-type-options'], name).toBe('nosniff')
      if (headers['content-disposition']?.startsWith('inline') !== true) continue
      expect(headers['content-type'], name).toMatch(harmless)
      await tab.goto(url)
      expect([...seen, ...canary.caught().slice(before)], name).toEqual([])
    }
  }
  await tab.close()
})

test(
  'the log of the browser has no request to a host that a hostile mail names',
  // At night the log has all views.
  { tag: ['@everyday', '@nightly'] },
  async ({ product }) => {
    const { names, addresses } = await logged.end()
    expect([...names].filter((name) => placeIn(name) !== null)).toEqual([])
    const others = [...addresses].filter((address) => {
      const url = new URL(address)
      return !['data:', 'chrome:'].includes(url.protocol) && !ownErrands.test(url.hostname)
    })
    const { host } = new URL(product.url)
    expect(others.filter((address) => new URL(address).host !== host)).toEqual([])
    expect(others.filter((address) => !ourPaths.test(new URL(address).pathname))).toEqual([])
    expect(others.some((address) => address.startsWith(`${product.url}/api/teams/`))).toBe(true)
  },
)

/** Hosts that Chromium itself contacts, with any page. */
const ownErrands = /(?:^|\.)(?:google(?:apis)?|gvt[12])\.com$/
/** Requests of the product itself while mail is read; a mail would cause others. */
const ourPaths =
  /^\/(?:$|(?:api|build|files|sanctum|socket\.io)\/|(?:user|login|register|favicon[\w-]*\.\w+|inbox(?:\/\d+)?|integrations\/smtp-credentials|verify-email\/[\w-]+)$)/

test('no hostile mail loads anything but images and fonts when a reader asks for its images', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url })
  const inPage = await watch(context)
  const page = await context.newPage()
  await page.goto('/login')
  await logIn(page, account)
  await expect(page).toHaveURL('/inbox')
  const before = canary.caught().length
  const seen = await openFirst(page, inPage, false)
  const show = page.locator('article button', { hasText: 'Show images' })
  for (const { id, name } of mails) {
    await shown(page, id)
    if ((await show.count()) > 0) {
      await show.evaluate((button: HTMLElement) => button.click())
      await dwell(page)
    }
    expect(seen(), name).toEqual([])
    await next(page)
  }
  const visits = canary.caught().slice(before)
  expect(visits.length).toBeGreaterThan(0)
  for (const visit of visits) {
    expect(visit).toMatchObject({ cookie: false, referrer: false })
    // A connection without a request is a handshake, or one kept for later.
    expect(['image', 'font', '']).toContain(visit.wantedFor)
  }
  await context.close()
})

test('the same checks notice the same mails when a careless page shows them', async ({
  browser,
  product,
  launchOptions,
}) => {
  const reader = await browser.newContext({ baseURL: product.url })
  const page = await reader.newPage()
  await page.goto('/login')
  await logIn(page, account)
  await expect(page).toHaveURL('/inbox')
  await careless?.kill()
  careless = await launchLogged(launchOptions)
  const context = await careless.browser.newContext()
  const { seen } = await watch(context)
  await context.route('http://naive.localhost/*', async (route) => {
    const id = Number(new URL(route.request().url()).pathname.slice(1))
    // The browser fetches an icon by itself.
    if (!Number.isInteger(id)) return route.fulfill({ status: 404 })
    const body = naivePage(await readMail(page, id))
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body })
  })
  const found = new Set<number>()
  const every = Math.ceil(mails.length / controls)
  const sample = mails.filter((_, at) => at % every === 0)
  for (const { id, place, byHand } of sample) {
    const before = seen.length
    await within(15_000, showCarelessly(context, { id, byHand }))
    if (seen.length > before) found.add(place)
    for (const open of context.pages()) await within(5_000, open.close())
  }
  const { names, addresses } = await careless.end()
  const visited = canary.caught().map(({ place }) => place)
  for (const place of [...visited, ...[...names, ...addresses].map(placeIn)]) {
    if (place !== null) found.add(place)
  }
  const missed = sample.flatMap(({ place, name }) => (found.has(place) ? [] : name))
  const noticed = sample.length - missed.length
  console.log(`${noticed} of ${sample.length} hostile mails act when they are shown carelessly`)
  console.log(`The others are for other browsers: ${missed.join('; ')}`)
  expect(noticed / sample.length).toBeGreaterThan(0.6)
  await reader.close()
})

async function showCarelessly(
  context: BrowserContext,
  { id, byHand }: Pick<Sent, 'id' | 'byHand'>,
): Promise<void> {
  const tab = await context.newPage()
  await tab.goto(`http://naive.localhost/${id}`, { timeout: 5_000 }).catch(() => undefined)
  await dwell(tab)
  if (byHand) await fidget(tab, { x: 600, y: 160 })
}

/** Opens the first mail, and returns a function that returns everything recorded since. */
async function openFirst(page: Page, { seen }: Watch, withCanary = true): Promise<() => unknown[]> {
  const first = mails[0]?.id ?? 0
  await page.goto(`/inbox/${first}`)
  await shown(page, first)
  const origin = new URL(page.url()).origin
  const moves = watchMoves(page, (url) => url.startsWith(`${origin}/inbox/`))
  const before = canary.caught().length
  return () => [...seen, ...moves.seen, ...(withCanary ? canary.caught().slice(before) : [])]
}

const readMail = async (page: Page, id: number) =>
  (await readApi<{ data: Mail }>(page, `mails/${id}`)).data

async function readApi<Reply>(page: Page, path: string): Promise<Reply> {
  team ??= ((await (await page.request.get('/api/teams')).json()) as { data: Team[] }).data[0]
  const response = await page.request.get(`/api/teams/${team?.id}/${path}`)
  expect(response.status()).toBe(200)
  return (await response.json()) as Reply
}
