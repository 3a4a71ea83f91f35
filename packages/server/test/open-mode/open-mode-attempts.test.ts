import { connect } from 'node:net'
import { getMailSource, listMails, listTeams, type Team } from '@mailstop/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createBrowser } from '../clients/browser.ts'
import { startApp } from '../support/harness.ts'
import { sendMail } from '../clients/send-mail.ts'
import { someByDay } from '../nightly.ts'

// What pages of other sites can try against open mode, where no session has to be stolen. Each attempt has
// the cookies of our own page, and the token that a page at another port of this host can read from them.

const evil = 'http://evil.example'
const neighbour = 'http://localhost:3000'

type Headers = Record<string, string | undefined>
type Attempt = [
  what: string,
  status: number,
  headers?: Headers,
  asked?: { method?: string; path?: 'list' | 'mail' | 'file' | 'profile' | 'csrf'; body?: unknown },
]

const otherSite = { 'sec-fetch-site': 'cross-site' }
const otherPort = { 'sec-fetch-site': 'same-site' }
const ourPage = { 'sec-fetch-site': 'same-origin' }
const image = { 'sec-fetch-dest': 'image' }
const script = { 'sec-fetch-dest': 'script' }
const noToken = { 'x-xsrf-token': undefined }
const noCookies = { cookie: undefined }
const asText = { 'content-type': 'text/plain' }
const file = { path: 'file' } as const
const deletes = { method: 'DELETE', path: 'mail' } as const
const asksFirst = { method: 'OPTIONS', path: 'mail' } as const
const marks = { method: 'PATCH', path: 'mail', body: '{"read":true}' } as const
const flags = { method: 'PATCH', path: 'mail', body: { flagged: true } } as const

const attempts: Attempt[] = [
  // Rebinding: the name of another site leads here, so its page is of one origin with what it reads.
  ['a rebound name', 421, { host: 'evil.example:8025' }],
  ['a rebound name with its own origin', 421, { host: 'evil.example', origin: evil, ...ourPage }],
  ['a name that begins like ours', 421, { host: 'localhost.evil.example' }],
  ['a rebound name for the token', 421, { host: 'evil.example' }, { path: 'csrf' }],
  // Reading, which answers no page of another origin anyway, as there are no CORS headers.
  ['fetch() of another site', 401, { origin: evil }],
  ['fetch() of a sandboxed frame', 401, { origin: 'null' }],
  ['fetch() of another port', 401, { origin: neighbour }],
  ['fetch() over another scheme', 401, { origin: 'https://localhost:{port}' }],
  ['fetch() from a numeric name of this host', 401, { origin: 'http://127.0.0.1:{port}' }],
  ['a script of another site', 401, { ...otherSite, ...script }],
  ['a script of another port', 401, { ...otherPort, ...script }],
  ['a prefetch by another site', 401, { ...otherSite, 'sec-purpose': 'prefetch' }],
  ['a link on another site', 401, { ...otherSite, 'sec-fetch-mode': 'navigate' }],
  ['a file in an <img> of another site', 410, { ...otherSite, ...image }, file],
  ['a file in an <img> of another port', 410, { ...otherPort, ...image }, file],
  ['the profile for another port', 401, { origin: neighbour }, { path: 'profile' }],
  // Changing.
  ['DELETE by another site', 403, { origin: evil }, deletes],
  ['DELETE by another port, with cookies and token', 403, { origin: neighbour }, deletes],
  ['DELETE without an Origin, of another site', 401, otherSite, deletes],
  ['DELETE without an Origin, of another port', 401, otherPort, deletes],
  ['DELETE without the token', 419, noToken, deletes],
  ['DELETE without cookies, by another site', 403, { ...noCookies, origin: evil }, deletes],
  [
    'DELETE without cookies and Origin, by another port',
    401,
    { ...noCookies, ...otherPort },
    deletes,
  ],
  ['DELETE with two origins', 403, { origin: `http://localhost:{port}, ${evil}` }, deletes],
  [
    'a preflight of another port',
    405,
    { origin: neighbour, 'access-control-request-method': 'DELETE' },
    asksFirst,
  ],
  ['a form of another site, as text/plain', 403, { ...asText, origin: evil }, marks],
  ['a form without Origin and token, as text/plain', 419, { ...asText, ...noToken }, marks],
]

/** What works: the same requests as our own page, a typed address or a program sends them. */
const own: Attempt[] = [
  ['our page', 200, ourPage],
  ['a typed address', 200, { 'sec-fetch-site': 'none' }],
  ['a program', 200],
  ['a program without cookies', 200, noCookies],
  ['the other name of this host', 200, { host: '127.0.0.1:{port}' }],
  ['a file in our page', 200, ourPage, file],
  ['a change by our page', 200, { origin: 'http://localhost:{port}', ...ourPage }, flags],
  ['a change by a program, which has no cookies', 200, { ...noCookies, ...noToken }, flags],
]

test.each(someByDay(['open', 'ci', 'mailpit'] as const, 2))(
  'with --%s, pages of other sites and ports read and change nothing',
  async (mode) => {
    const { api, port, browser, mail, params, paths } = await startOpen(mode)
    const send = ([, , headers, { method = 'GET', path = 'list', body } = {}]: Attempt) =>
      browser.request(method, paths[path], { body, headers: atPort(headers, port) })
    const statuses: Record<string, number> = {}
    for (const attempt of attempts) {
      const [what] = attempt
      const answer = await send(attempt)
      statuses[what] = answer.status
      expect(answer.text, what).not.toContain('ecret')
      expect(answer.headers['access-control-allow-origin'], what).toBeUndefined()
      const isMisdirected = answer.status === 421
      expect(isMisdirected && answer.setCookies.length > 0, what).toBe(false)
    }
    expect(statuses).toEqual(Object.fromEntries(attempts.map(([what, status]) => [what, status])))
    const { data } = await api.must(listMails, { params })
    expect(data).toMatchObject([{ id: Number(mail), read_at: null, flagged: false }])

    const answers: Record<string, number> = {}
    for (const attempt of own) answers[attempt[0]] = (await send(attempt)).status
    expect(answers).toEqual(Object.fromEntries(own.map(([what, status]) => [what, status])))
  },
)

const token = 'mst_constant-of-a-workflow'
const known = { authorization: `Bearer ${token}` }

const hosts: [string, Record<string, string>, number][] = [
  ['the name of a container', { host: 'mailpit:8025' }, 200],
  ['a page under that name', { host: 'mailpit:8025', origin: 'http://mailpit:8025' }, 200],
  ['the name of the machine of a container', { host: 'host.docker.internal:8025' }, 200],
  ['an address', { host: '172.17.0.2:8025' }, 200],
  ['a name of a project that DDEV serves', { host: 'shop.ddev.site:8025' }, 200],
  ['a name for tests', { host: 'mail.test:8025' }, 200],
  ['a name below localhost', { host: 'mail.localhost:8025' }, 200],
  ['a name that the operator chose', { host: 'mail.example.com:8025' }, 200],
  ['a name below one that the operator chose', { host: 'a.tools.example.com:8025' }, 200],
  ['that name itself', { host: 'tools.example.com:8025' }, 421],
  ['a name that ends like one', { host: 'evilddev.site:8025' }, 421],
  ['an address of IPv6', { host: '[fd00::2]:8025' }, 200],
  ['a container with the token', { host: 'mailpit:8025', ...known }, 200],
  ['a page of another container', { host: 'mailpit:8025', origin: 'http://app:3000' }, 401],
  ['another port of that name', { host: 'mailpit:8025', origin: 'http://mailpit:3000' }, 401],
  ['a name with a dot', { host: 'mailpit.evil.example:8025' }, 421],
  ['a name that ends with a dot', { host: 'mailpit.:8025' }, 421],
  ['a name that contains an address', { host: '172.17.0.2.evil.example:8025' }, 421],
  // Over plain HTTP nothing else tells such a page from a program, and it can read the token in the workflow.
  ['a rebound page that knows the token', { host: 'evil.example:8025', ...known }, 421],
  [
    'a rebound page with another token',
    { host: 'evil.example:8025', authorization: 'Bearer mst_other' },
    421,
  ],
]

test('with --ci, private names and OPEN_HOSTS are answered, and all others refused, with and without the token', async () => {
  const { browser, paths } = await startOpen('ci', {
    CI_TOKEN: token,
    OPEN_HOSTS: 'mail.example.com, *.Tools.example.com',
  })
  const statuses: Record<string, number> = {}
  for (const [what, headers] of hosts) {
    const { status } = await browser.request('GET', paths.list, { headers })
    const { status: ofDropIn } = await browser.request('GET', '/api/v1/messages', { headers })
    statuses[what] = status
    expect(ofDropIn === 421, what).toBe(status === 421)
  }
  expect(statuses).toEqual(Object.fromEntries(hosts.map(([what, , status]) => [what, status])))
})

const mozilla = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
const basic = { authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` }

const readers: [string, Record<string, string>, boolean][] = [
  ['an image on a page of another site, over plain HTTP', mozilla, false],
  ['a program without a token', {}, false],
  ['an image, with the login that its browser remembers', { ...mozilla, ...basic }, false],
  ['our page', { ...mozilla, 'sec-fetch-site': 'same-origin' }, true],
  ['a typed address', { ...mozilla, 'sec-fetch-site': 'none' }, true],
  ['a program with a token', known, true],
  ['a program with its token in Basic', basic, true],
]
test.each(someByDay(readers, 3))(
  'a GET that marks as read what it shows does so or not, for %s',
  async (_, headers, marks) => {
    const { browser, api, params, mail } = await startOpen('ci', { CI_TOKEN: token })
    browser.cookies.clear()
    for (const path of [`/api/v1/message/${mail}`, `/view/${mail}.txt`, '/view/latest.txt']) {
      const answer = await browser.request('GET', path, { headers })
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('The secret')])
    }
    const { data } = await api.must(listMails, { params })
    expect(data.map(({ read_at: at }) => at !== null)).toEqual([marks])
  },
)

test.each([
  ['localhost', 421, 421],
  ['0.0.0.0', 200, 200],
])(
  'with --open --host %s, the name of a container gets %i, and one of .test %i',
  async (LISTEN_HOST, container, reserved) => {
    const { browser, paths } = await startOpen('open', { LISTEN_HOST })
    const statusOf = async (host: string) =>
      (await browser.request('GET', paths.list, { headers: { host } })).status
    expect(await statusOf('mailpit:8025')).toBe(container)
    expect(await statusOf('mail.test:8025')).toBe(reserved)
    expect(await statusOf('evil.example')).toBe(421)
    expect(await statusOf('mail.localhost:8025')).toBe(200)
  },
)

const openers: [string, Record<string, string>, boolean][] = [
  ['our page', { origin: 'http://localhost:{port}' }, true],
  ['a program', {}, true],
  ['another site', { origin: evil }, false],
  ['another port, with cookies', { origin: neighbour }, false],
  ['a sandboxed frame', { origin: 'null' }, false],
  ['a rebound name', { host: 'evil.example', origin: evil }, false],
  ['another site without Origin', { 'sec-fetch-site': 'cross-site' }, false],
]
test.each(someByDay(openers, 2))(
  'a websocket of %s, also in place of Mailpit',
  async (_, headers, isAdmitted) => {
    for (const as of ['open', 'mailpit'] as const) {
      expect(await isSocketAdmitted(as, headers)).toBe(isAdmitted)
    }
  },
)

async function isSocketAdmitted(as: 'open' | 'mailpit', headers: Headers) {
  const { port, browser } = await startOpen(as)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const said = await openSocket(port, {
    host: `localhost:${port}`,
    cookie,
    ...atPort(headers, port),
  })
  // Socket.IO's packet 40 is the connection to its namespace: 44 refuses it.
  return said.includes('40{"sid"')
}

/** `mailpit` is an open server that keeps its mail, in place of a Mailpit. */
async function startOpen(as: 'open' | 'ci' | 'mailpit', env: Record<string, string> = {}) {
  const running = await startApp(as === 'mailpit' ? { ...env, MAILSTOP_AS: as } : env, {
    mode: as === 'mailpit' ? 'open' : as,
  })
  const port = Number(new URL(running.origin).port)
  const api = running.client()
  const { data: teams } = await api.must(listTeams, {})
  const team = teams[0] as Team
  await sendMail(running.smtpPort, team, { subject: 'Secret', text: 'The secret' })
  const params = { team: String(team.id) }
  const { data: mails } = await api.must(listMails, { params })
  const mail = String(mails[0]?.id)
  const browser = createBrowser(port)
  await browser.request('GET', '/sanctum/csrf-cookie')
  const { url } = await api.must(getMailSource, { params: { ...params, mail } })
  const list = `/api/teams/${team.id}/mails`
  const paths = {
    list,
    mail: `${list}/${mail}`,
    file: url,
    profile: '/api/profile',
    csrf: '/sanctum/csrf-cookie',
  }
  return { api, port, browser, mail, params, paths }
}

const atPort = (headers: Headers = {}, port: number) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value?.replace('{port}', String(port))]),
  )

/** What the server says, as text, to a handshake and the first packet of Socket.IO. */
async function openSocket(port: number, headers: Record<string, string | undefined>) {
  const socket = connect({ host: '127.0.0.1', port })
  onTestFinished(() => void socket.destroy())
  const lines = Object.entries({
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  socket.write(
    ['GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', ...lines, '', ''].join('\r\n'),
  )
  let said = ''
  for await (const chunk of socket) {
    said += String(chunk)
    if (/HTTP\/1\.1 4/.test(said) || said.includes('40{"sid"') || said.includes('44')) break
    // A masked text frame with the mask 0: the packet `40`.
    if (said.includes('0{"sid"')) socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]))
  }
  return said
}
