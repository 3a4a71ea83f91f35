import {
  createInbox,
  createTeam,
  listInboxes,
  listMails,
  listSmtpSessions,
  listTeams,
  rotateInbox,
  updateInbox,
  type Team,
} from '@mailstop/contract'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import type { ApiClient } from '../clients/api-client.ts'
import { sendMail } from '../clients/send-mail.ts'
import { connectSmtp } from '../clients/smtp-client.ts'
import { startApp, type RunningApp } from '../support/harness.ts'

type Limits = {
  networks?: string[]
  recipients?: string[]
  per_minute?: number
  archived?: boolean
}

/** A team with the inbox "shop". */
async function withShop(running: RunningApp, api: ApiClient, team: Team) {
  const params = { team: String(team.id) }
  const { data } = await api.must(createInbox, { params, body: { name: 'shop' } })
  const { username, password } = data.credentials
  const shop = { ...params, inbox: String(data.id) }
  async function logIn(secret = password) {
    const client = await connectSmtp({ port: running.smtpPort })
    onTestFinished(() => client.destroy())
    await client.send('EHLO app.test')
    const { code, lines } = await client.login(username, secret)
    return { ...client, answer: `${code} ${lines.join()}` }
  }
  const subjects = async (inbox: string) =>
    (await api.must(listMails, { params, query: { inbox } })).data.map(({ subject }) => subject)
  return {
    running,
    api,
    team,
    params,
    shop,
    code: data.code,
    logIn,
    subjects,
    login: { smtp_username: username, smtp_password: password },
    limit: (limits: Limits) => api.must(updateInbox, { params: shop, body: limits }),
  }
}

async function start() {
  const running = await startApp()
  const { api, team } = await running.signIn('ada')
  return withShop(running, api, team)
}

type Client = Awaited<ReturnType<Awaited<ReturnType<typeof start>>['logIn']>>
const mail = async (client: Client, to = ['you@shop.test']) => {
  const { code, lines } = await client.mail('app@rocket.test', to, 'Subject: x\r\n\r\nx\r\n')
  return `${code} ${lines.join()}`
}

test.each<
  [string, Limits, { failure: string; reply: string }, (client: Client) => Promise<string>]
>([
  [
    'networks that it is not in',
    { networks: ['10.0.0.0/8', '2001:db8::/32'] },
    { failure: 'login_refused', reply: '535 5.7.1 This inbox takes no logins from your address' },
    async ({ answer }) => answer,
  ],
  [
    'an archived inbox',
    { archived: true },
    { failure: 'login_refused', reply: '535 5.2.1 This inbox is archived and takes no mail' },
    async ({ answer }) => answer,
  ],
  [
    'patterns that a recipient is not like',
    { recipients: ['*@shop.test'] },
    { failure: 'mail_refused', reply: '550 5.7.1 This inbox takes no mail for this recipient' },
    async (client) => {
      expect(await mail(client, ['ANN@Shop.test'])).toMatch(/^250/)
      await client.send('MAIL FROM:<app@rocket.test>')
      const { code, lines } = await client.send('RCPT TO:<ann@customer.test>')
      await client.send('RSET')
      return `${code} ${lines.join()}`
    },
  ],
  [
    'one mail too many',
    { per_minute: 2 },
    {
      failure: 'mail_refused',
      reply:
        '450 4.7.1 This inbox has taken as many messages as it may in a minute, try again later',
    },
    async (client) => {
      // What never comes to be a message takes the place of none.
      for (let count = 0; count < 3; count += 1) {
        await client.send('MAIL FROM:<app@rocket.test>')
        await client.send('RSET')
      }
      for (let count = 0; count < 2; count += 1) expect(await mail(client)).toMatch(/^250/)
      const { code, lines } = await client.send('MAIL FROM:<app@rocket.test>')
      await client.send('RSET')
      return `${code} ${lines.join()}`
    },
  ],
])(
  'a client that meets %s is told, and so is its team',
  async (_name, limits, why, meet) => {
    const { api, params, limit, logIn, login, team, running } = await start()
    await limit(limits)
    expect(await meet(await logIn())).toBe(why.reply)
    await expect
      .poll(async () => (await api.must(listSmtpSessions, { params })).data)
      .toEqual([
        expect.objectContaining({
          ...why,
          login: login.smtp_username,
          transcript: expect.stringContaining(why.reply) as string,
        }),
      ])
    // A wrong password is still that, and another inbox takes all.
    expect((await logIn('wrong')).answer).toMatch(/^535 5\.7\.8/)
    await sendMail(running.smtpPort, team, { subject: 'first' })
  },
  60_000,
)

test('limits count for sessions that are open already, and spare a mail under way', async () => {
  const { limit, logIn, subjects } = await start()
  const [idle, sending] = [await logIn(), await logIn()]
  await sending.send('MAIL FROM:<app@rocket.test>')
  await sending.send('RCPT TO:<you@customer.test>')
  await sending.send('DATA')
  await limit({ recipients: ['*@shop.test'] })
  expect((await idle.read()).lines).toEqual(['4.7.0 This connection has ended, log in again'])
  expect((await sending.send('Subject: under way\r\n\r\nx\r\n.')).code).toBe(250)
  expect(await subjects('shop')).toEqual(['under way'])
  const fresh = await logIn()
  await fresh.send('MAIL FROM:<app@rocket.test>')
  expect((await fresh.send('RCPT TO:<you@customer.test>')).code).toBe(550)
  // A new name changes nothing for them.
  await limit({ name: 'Web shop', recipients: [] } as Limits)
  expect(await subjects('web shop')).toEqual(['under way'])
}, 60_000)

test('a session goes on after a rotation with grace, and one with the new password too', async () => {
  const { api, shop, logIn, login, params } = await start()
  const old = await logIn()
  const { data } = await api.must(rotateInbox, { params: shop, body: { grace_hours: 1 } })
  const [late, fresh] = [await logIn(login.smtp_password), await logIn(data.password)]
  for (const client of [old, late, fresh]) expect(await mail(client)).toMatch(/^250/)
  await api.must(rotateInbox, { params: shop, body: {} })
  for (const client of [old, late, fresh]) expect((await client.read()).code).toBe(421)
  const { data: inboxes } = await api.must(listInboxes, { params })
  expect(inboxes[1]).toMatchObject({ total: 3, last_used_at: null })
}, 60_000)

test('in open mode a login of an inbox selects it, and every other login is taken', async () => {
  const running = await startApp({}, { mode: 'open' })
  const api = running.client()
  const [team] = (await api.must(listTeams, {})).data
  const { login, logIn, subjects, params, limit } = await withShop(running, api, team as Team)
  const { smtpPort, origin } = running
  await sendMail(smtpPort, login, { subject: 'to the shop' })
  const others = ['app', login.smtp_username.replaceAll(/[a-z]/g, 'a')]
  for (const smtp_username of others) {
    await sendMail(smtpPort, { smtp_username, smtp_password: 'x' }, { subject: 'to all' })
  }
  expect((await logIn('wrong')).answer).toMatch(/^535/)
  expect(await subjects('shop')).toEqual(['to the shop'])
  expect(await subjects('main')).toEqual(['to all', 'to all'])

  await limit({ recipients: ['*@shop.test'], per_minute: 2 })
  const post = async (query: string, to: string) => {
    const response = await fetch(`${origin}/api/teams/${params.team}/mails${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'a@b.test', to: [to], subject: 'posted', text: 'x' }),
    })
    const body = (await response.json()) as { message?: string; errors?: object }
    return [response.status, body.errors ?? body.message]
  }
  const tooMany = 'This inbox has taken as many messages as it may in a minute.'
  expect(await post('?inbox=Shop', 'a@shop.test')).toEqual([201, undefined])
  expect(await post('', 'a@b.test')).toEqual([201, undefined])
  expect(await post('?inbox=shpo', 'a@shop.test')).toEqual([
    422,
    { inbox: ['This team has no inbox of that name'] },
  ])
  expect(await post('?inbox=shop', 'a@b.test')).toEqual([
    422,
    { to: ['This inbox takes no mail for a@b.test'] },
  ])
  expect(await post('?inbox=shop', 'a@shop.test')).toEqual([201, undefined])
  expect(await post('?inbox=shop', 'a@shop.test')).toEqual([429, tooMany])
  await limit({ archived: true })
  expect(await post('?inbox=shop', 'a@shop.test')).toEqual([
    409,
    'This inbox is archived and takes no mail.',
  ])
  expect(await subjects('shop')).toEqual(['posted', 'posted', 'to the shop'])
  const imported = await fetch(`${origin}/api/teams/${params.team}/imports?import=x&inbox=main`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: 'Subject: imported\r\n\r\nx\r\n',
  })
  expect(imported.status).toBe(200)
  expect(await subjects('main')).toContain('imported')
}, 60_000)

test('mail to the domain of the code of an inbox is its mail, within what it takes', async () => {
  const env = { RECEIVE_DOMAIN: 'mail.example', TEAM_MAX_BYTES: '1000000' }
  const running = await startApp(env)
  const { api, team } = await running.signIn('ada')
  const { data: other } = await api.must(createTeam, { body: { name: 'Rocket Labs' } })
  const { code, limit, subjects } = await withShop(running, api, team)
  async function send(subject: string, ...to: string[]) {
    const tls = { rejectUnauthorized: false }
    const transport = createTransport({ host: '127.0.0.1', port: running.smtpPort, tls })
    const sent = transport.sendMail({ from: 'a@b.test', to, subject, text: 'x' })
    const answer = await sent.finally(() => transport.close()).catch((error: Error) => error)
    return 'response' in answer && !(answer instanceof Error) ? answer.response : String(answer)
  }
  const at = (domain: string) => `ann@${domain}.mail.example`
  expect(await send('shop', at(code))).toMatch(/^250/)
  expect(await send('first', at(team.code))).toMatch(/^250/)
  expect(await send('of two', at(code), at(other.code))).toMatch(/^250/)
  await limit({ recipients: ['bob@*'] })
  expect(await send('refused', at(code))).toContain('550 5.7.1')
  await limit({ recipients: [], archived: true })
  expect(await send('archived', at(code))).toContain('550 5.2.1 This inbox is archived')
  expect(await subjects('shop')).toEqual(['of two', 'shop'])
  expect(await subjects('main')).toEqual(['first'])
}, 60_000)
