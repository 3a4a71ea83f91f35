import { once } from 'node:events'
import {
  createShareLink,
  exportMails,
  getMailAttachment,
  getOpenApi,
  getProfile,
  listMails,
  listTeams,
  login,
  mailChannel,
  openMailPage,
  register,
  requestPath,
  type Team,
} from '@mailstop/contract'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createApiClient } from '../clients/api-client.ts'
import { createBrowser } from '../clients/browser.ts'
import { connectLive, joinChannel } from '../clients/live-client.ts'
import { statusOf } from '../clients/raw-request.ts'
import { sendMail } from '../clients/send-mail.ts'
import { leadsTo, person, startOrganisation } from '../sign-in/organisation.ts'
import { signUpPassword, startApp } from '../support/harness.ts'

/** Every local port is the host of this address. */
const PUBLIC_URL = 'http://localhost/tools/mail'
const email = 'ada@example.test'
const password = signUpPassword

async function startBelow(mode: 'open' | 'accounts' = 'open') {
  const running = await startApp({ PUBLIC_URL }, { mode })
  const port = running.httpPort
  const host = `http://localhost:${port}`
  return { ...running, port, host, browser: createBrowser(port), url: `${host}/tools/mail` }
}

async function startWithMail(mode: 'open' | 'accounts' = 'open') {
  const running = await startBelow(mode)
  const api = createApiClient(running.url)
  if (mode === 'accounts') {
    await running.app.accounts.provide({ name: 'Ada', email, password })
    await api.must(login, { body: { email, password } })
  }
  const { data: teams } = await api.must(listTeams, {})
  const team = teams[0] as Team
  const attachments = [{ filename: 'plan.txt', content: 'attached' }]
  const mail = { subject: 'Launch', html: '<p>The plan</p>', attachments }
  await sendMail(running.smtpPort, team, mail)
  const { data } = await api.must(listMails, { params: { team: String(team.id) } })
  const params = { team: String(team.id), mail: String(data[0]?.id) }
  return { ...running, api, team, params }
}

test.each([
  ['/api/profile', 200],
  ['/api/none', 404],
  ['/livez', 200],
  ['/readyz?verbose', 200],
  ['/sanctum/csrf-cookie', 200],
  ['/api/v1/info', 200],
  ['/mailpit/livez', 200],
  ['/mailhog/api/v2/messages', 200],
  ['/messages', 200],
  ['/mailosaur/api/servers', 200],
  ['/mcp', 405],
])('%s is answered below the path as without it', async (path, status) => {
  const { port, host } = await startBelow()
  const asked = async (target: string) =>
    statusOf(port, [`GET ${target} HTTP/1.1`, `Host: localhost:${port}`])
  const below = `/tools/mail${path}`
  expect([await asked(path), await asked(below), await asked(host + below)]).toEqual(
    Array(3).fill(status),
  )
  // The path counts once, and whole.
  expect([await asked(`/tools/mail${below}`), await asked(`/tools/mails${path}`)]).toEqual([
    404, 404,
  ])
})

test('a browser gets cookies of the path alone, and a session by them', async () => {
  const { api, browser } = await startWithMail('accounts')
  const { setCookies } = await browser.request('GET', '/tools/mail/sanctum/csrf-cookie')
  expect(setCookies).toEqual(
    Array(2).fill(expect.stringMatching(/^[\w-]+~tools~mail=.*; Path=\/tools\/mail;/)),
  )
  expect((await api.must(getProfile, {})).data.email).toBe(email)
})

test('addresses that the server makes have the path', async () => {
  const { api, params, browser } = await startWithMail()
  const links = [
    (await api.must(getMailAttachment, { params: { ...params, key: '1' } })).url,
    (await api.must(exportMails, { params, query: {} })).url,
    requestPath(openMailPage.path, { params }),
  ]
  expect(links[0]).toMatch(/^\/tools\/mail\/files\/mails\//)
  expect(links[1]).toMatch(/^\/tools\/mail\/files\/archives\//)
  const statuses = links.map(async (link) => (await api.send('GET', link)).status)
  expect(await Promise.all(statuses)).toEqual([200, 200, 200])
  expect((await api.must(getOpenApi, {})) as unknown).toMatchObject({
    servers: [{ url: 'http://localhost/tools/mail' }],
  })
  const redirects = async (path: string) => (await browser.request('GET', path)).headers.location
  const inbox = `/tools/mail/inbox/${params.mail}?team=${params.team}`
  expect(await redirects('/view/latest')).toBe(inbox)
  expect(await redirects('/tools/mail/view/latest')).toBe(inbox)
  expect(await redirects('/tools/mail//api/v1/info')).toBe('/tools/mail/api/v1/info')
})

test('links in emails and links for people without an account have the path', async () => {
  const { api, params, url, printed } = await startWithMail('accounts')
  const body = { hours: 24 as const, once: false, shows: [] }
  const { data: share } = await api.must(createShareLink, { params, body })
  expect(share.url).toMatch(/^http:\/\/localhost\/tools\/mail\/shared\//)
  expect((await api.send('GET', new URL(share.url).pathname)).status).toBe(200)
  const account = { name: 'Bob', email: 'bob@example.test', password }
  const registered = { ...account, password_confirmation: password }
  await createApiClient(url).must(register, { body: registered })
  await expect
    .poll(() => printed.join('\n'))
    .toMatch(/http:\/\/localhost\/tools\/mail\/verify-email\/[\w-]+/)
})

test.each(['', '/tools/mail'])('live events come by websockets at %j', async (below) => {
  const { api, team, host, port } = await startWithMail()
  const live = connectLive(api, host, {}, below)
  expect(await joinChannel(live, mailChannel(team.id))).toMatchObject({ ok: true })
  for (const path of ['/api/events', '/mailpit/api/events']) {
    const socket = new WebSocket(`ws://localhost:${port}${below}${path}`)
    onTestFinished(() => socket.terminate())
    await once(socket, 'open')
  }
})

test('the issuer of an organisation leads back below the path', async () => {
  const { issuer, browse } = await startOrganisation({ PUBLIC_URL })
  const browser = browse()
  const to = await leadsTo(browser, '/tools/mail/auth/oidc')
  const callback = 'http://localhost/tools/mail/auth/oidc/callback'
  expect(new URL(to).searchParams.get('redirect_uri')).toBe(callback)
  const answer = issuer.answer(to, person('ada'), {})
  const { pathname } = new URL(callback)
  expect(await leadsTo(browser, `${pathname}?${answer.toString()}`)).toBe('/tools/mail/inbox')
})

test.each(['/api', '/socket.io/x', '/files', '/login', '/messages'])(
  'a path that begins as paths of the server do, %s, is refused at the start',
  async (path) => {
    const PUBLIC = `http://localhost${path}/`
    await expect(startApp({ PUBLIC_URL: PUBLIC })).rejects.toThrow(/choose another/)
  },
)
