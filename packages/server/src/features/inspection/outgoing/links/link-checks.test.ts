import type { RequestListener } from 'node:http'
import {
  checkLinks,
  listLinkChecks,
  listMails,
  mailChannel,
  type Extracted,
  type LinkCheck,
} from '@mailstop/contract'
import { limits } from '@mailstop/contract/limits'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectLive, joinChannel } from '../../../../../test/clients/live-client.ts'
import { sendMail } from '../../../../../test/clients/send-mail.ts'
import { startCanary } from '../../../../../test/outgoing/canary.ts'
import { startApp } from '../../../../../test/support/harness.ts'
import type { Asked } from '../../../../egress/egress.ts'
import { serveClient } from '../../../../lib/shares/served-client.ts'
import { createSharePools } from '../../../../lib/shares/share-pools.ts'
import { checkableLinks, createLinkChecks } from './link-checks.ts'

type Link = (path: string) => string

/** A team with one mail, whose links lead to a canary that the operator allows. */
async function openMail(html: (link: Link) => string, handle?: RequestListener) {
  const canary = await startCanary(handle)
  const origin = `http://127.0.0.1:${canary.port}`
  const running = await startApp({
    LINK_CHECKS: 'on',
    OUTBOUND_ALLOW: `127.0.0.1:${canary.port}`,
  })
  const { api, team } = await running.signIn('ada')
  const link: Link = (path) => `${origin}${path}`
  await sendMail(running.smtpPort, team, { subject: 'Links', html: html(link) })
  const teamParams = { team: String(team.id) }
  const { data: mails } = await api.must(listMails, { params: teamParams })
  const params = { ...teamParams, mail: String(mails[0]?.id) }
  const live = connectLive(api)
  await joinChannel(live, mailChannel(team.id))
  const frames: LinkCheck[] = []
  live.on('LinksChecked', ({ checks }) => frames.push(...checks))

  const list = async () => (await api.must(listLinkChecks, { params })).data
  /** Resolves when nothing waits any more. */
  async function settled(): Promise<Record<string, LinkCheck['outcome']>> {
    await expect
      .poll(async () => (await list()).checks.filter(({ outcome }) => outcome === 'waiting'))
      .toEqual([])
    const { checks } = await list()
    return Object.fromEntries(checks.map(({ url, outcome }) => [url.replace(origin, ''), outcome]))
  }
  const start = (body: object) => api.call(checkLinks, { params, body })
  return { canary, api, params, running, link, list, start, settled, frames }
}

const anchors = (urls: string[]) => urls.map((url) => `<a href="${url}">Here</a>`).join(' ')

test('nothing is asked before somebody wants it, then each link once with HEAD, and the team hears what it answered', async () => {
  const opened = await openMail((link) =>
    anchors([link('/a'), link('/b'), link('/a'), 'mailto:a@b.test', '#top']),
  )
  const { canary, link, list, start, settled, frames } = opened
  expect(await list()).toEqual({
    links: [
      { url: link('/a'), one_time: null },
      { url: link('/b'), one_time: null },
    ],
    cut: false,
    checks: [],
  })
  expect(canary.reached).toEqual([])
  const answer = await start({ urls: [link('/a'), link('/b')] })
  expect(answer).toMatchObject({ status: 202, body: { data: { checks: [{}, {}] } } })
  expect(await settled()).toEqual({ '/a': 'ok', '/b': 'ok' })
  await start({ urls: [link('/a')] })
  await settled()
  expect(canary.reached.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'HEAD /a',
    'HEAD /b',
  ])
  await expect
    .poll(() => frames)
    .toMatchObject([
      { url: link('/a'), method: 'HEAD', outcome: 'ok', status: 200 },
      { url: link('/b'), outcome: 'ok' },
    ])
})

test('the slow host of one person holds nobody else, and what waits for it says so after two minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const asked: string[] = []
  const answered = { ok: true, status: 200, headers: {}, body: Buffer.of(), isCut: false } as const
  const checks = createLinkChecks({
    egress: {
      refusalOf: () => null,
      async ask({ url }: Asked) {
        asked.push(url)
        await new Promise((resolve) => setTimeout(resolve, url.includes('slow') ? 10_000 : 10))
        return { ...answered, redirects: [] }
      },
    },
    shares: createSharePools({ largestMail: 1, largeReplies: 1 }).linkChecks,
    limiter: () => ({ spend: async () => {} }) as never,
    db: { transaction: async (work: (tx: object) => Promise<void>) => work({}) } as never,
    onChecked: () => {},
    now: () => 0,
  })
  const slow = Array.from({ length: 20 }, (_, index) => `https://slow.test/${index}`)
  const linksOf = (urls: string[]) => urls.map((url) => ({ url, one_time: null }))
  async function start(user: string, mailId: number, urls: string[]) {
    const order = { urls, one_time: [], get: false }
    await serveClient({ user, connection: {} }, () =>
      checks.start({ teamId: 1, userId: null, mailId }, linksOf(urls), order),
    )
  }
  await start('eve', 1, [...slow, 'https://quick.test/'])
  await start('ann', 2, slow.slice(0, 1))
  expect(asked).toEqual([slow[0], slow[0]])
  await vi.advanceTimersByTimeAsync(20_100)
  expect(asked.slice(2)).toEqual([slow[1], 'https://quick.test/', slow[2]])
  await vi.advanceTimersByTimeAsync(120_000)
  const found = checks.of(1, linksOf(slow))
  expect(found.slice(0, 11).every(({ outcome }) => outcome === 'ok')).toBe(true)
  expect(found.at(-1)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('within two minutes'),
  })
})

test.each([
  '/unsub?u=3',
  '/abmeldung',
  '/einladung/annehmen',
  '/sso?x=1',
  '/approve/7',
  '/best%C3%A4tigen/7',
  '/bestätigen/7',
])('%s is a link that may work once', (path) => {
  const url = `https://a.test${path}`
  const link = { href: url, text: 'Here', image_alt: null, host: 'a.test' }
  const [found] = checkableLinks({ links: [link], unsubscribe: null } as unknown as Extracted)
  expect(found?.one_time).toEqual(expect.any(String))
})

test('a link that looks as if it worked once is asked only when it is named as such', async () => {
  const { canary, link, start, settled } = await openMail((link) =>
    anchors([link('/a'), link('/unsubscribe'), link('/verify?t=1')]),
  )
  const one_time = [link('/unsubscribe')]
  expect((await start({ urls: [link('/a'), link('/verify?t=1')], one_time })).status).toBe(422)
  expect((await start({ urls: [link('/a')], one_time })).status).toBe(202)
  expect(await settled()).toEqual({ '/a': 'ok', '/unsubscribe': 'ok' })
  expect(canary.reached.map(({ url }) => url)).toEqual(['/a', '/unsubscribe'])
})

test('says of each link what became of it, and asks one with GET where HEAD is not answered', async () => {
  const handle: RequestListener = ({ method, url }, reply) => {
    if (url === '/loop') return reply.writeHead(302, { location: '/loop' }).end()
    if (url === '/moved') return reply.writeHead(301, { location: '/a' }).end()
    if (url === '/private') return reply.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    if (url === '/reset-connection') return reply.destroy()
    const status = url === '/gone' ? 404 : url === '/no-head' && method === 'HEAD' ? 405 : 200
    return reply.writeHead(status).end()
  }
  const paths = ['/a', '/gone', '/no-head', '/moved', '/loop', '/private']
  const { canary, link, list, start, settled } = await openMail(
    (link) => anchors([...paths.map(link), 'http://10.1.2.3/', 'https://127.0.0.1:9/']),
    handle,
  )
  await start({ urls: [...paths.map(link), 'http://10.1.2.3/', 'https://127.0.0.1:9/'] })
  expect(await settled()).toEqual({
    '/a': 'ok',
    '/gone': 'broken',
    '/no-head': 'no_head',
    '/moved': 'ok',
    '/loop': 'looping',
    '/private': 'refused',
    'http://10.1.2.3/': 'refused',
    'https://127.0.0.1:9/': 'refused',
  })
  const moved = (await list()).checks.find(({ url }) => url === link('/moved'))
  expect(moved).toMatchObject({ status: 200, redirects: [link('/a')] })
  expect(canary.reached.every(({ method }) => method === 'HEAD')).toBe(true)
  await start({ urls: [link('/no-head')], get: true })
  expect(await settled()).toMatchObject({ '/no-head': 'ok' })
  expect(canary.reached.filter(({ method }) => method === 'GET')).toHaveLength(1)
})

test('only links of this mail are asked, at most fifty at once, and one with GET', async () => {
  const { canary, link, start, settled } = await openMail((link) =>
    anchors([link('/a'), link('/b')]),
  )
  const refused: object[] = [
    { urls: [link('/other')] },
    { urls: [link('/a'), 'http://example.test/'] },
    { urls: [] },
    {},
    { urls: Array.from({ length: 51 }, () => link('/a')) },
    { urls: [link('/a'), link('/b')], get: true },
  ]
  for (const body of refused) expect((await start(body)).status).toBe(422)
  await settled()
  expect(canary.reached).toEqual([])
})

test('a team checks so many links an hour, and what would pass that is not begun', async () => {
  const paths = Array.from({ length: limits.linksCheckedHourly + 40 }, (_, index) => `/${index}`)
  const { canary, link, start, settled } = await openMail((link) => anchors(paths.map(link)))
  for (let from = 0; from < limits.linksCheckedHourly - 10; from += 10) {
    const { status } = await start({ urls: paths.slice(from, from + 10).map(link) })
    expect(status).toBe(202)
  }
  const { status } = await start({ urls: paths.slice(-20).map(link) })
  expect(status).toBe(429)
  await settled()
  expect(canary.reached).toHaveLength(limits.linksCheckedHourly - 10)
}, 60_000)

test('a mail with five thousand links is answered with those that are listed', async () => {
  const paths = Array.from({ length: 5_000 }, (_, index) => `/some/page/of/the/shop/${index}`)
  const { link, list, start, settled } = await openMail((link) => anchors(paths.map(link)))
  const { links, cut, checks } = await list()
  expect([cut, checks]).toEqual([true, []])
  expect(links.length).toBeGreaterThan(500)
  expect((await start({ urls: [link(paths[0] ?? '')] })).status).toBe(202)
  expect(Object.values(await settled())).toEqual(['ok'])
})

test('without the choice of the operator no link is asked', async () => {
  const canary = await startCanary()
  const running = await startApp({ OUTBOUND_ALLOW: `127.0.0.1:${canary.port}` })
  const { api, team } = await running.signIn('ada')
  const url = `http://127.0.0.1:${canary.port}/`
  await sendMail(running.smtpPort, team, { subject: 'Links', html: anchors([url]) })
  const { data } = await api.must(listMails, { params: { team: String(team.id) } })
  const params = { team: String(team.id), mail: String(data[0]?.id) }
  const answer = await api.call(checkLinks, { params, body: { urls: [url] } })
  expect(answer).toMatchObject({
    status: 409,
    error: { message: expect.stringContaining('LINK_CHECKS') },
  })
  expect(canary.reached).toEqual([])
})
