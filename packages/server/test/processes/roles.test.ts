import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import {
  createRule,
  getCsrfCookie,
  getMail,
  listSmtpSessions,
  listTeams,
  mailChannel,
  register,
  rotateCredentials,
  sendTestMail,
} from '@mailstop/contract'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { newPostgres } from '../support/databases.ts'
import { signUpPassword, startApp } from '../support/harness.ts'
import { connectLive, joinChannel, nextEvent } from '../clients/live-client.ts'
import { startRelay } from '../support/mailer-on.ts'
import { sendMail } from '../clients/send-mail.ts'
import { connectSmtp } from '../clients/smtp-client.ts'
import { newMail } from '../support/store-rows.ts'
import { freePort } from './free-port.ts'

const metricsToken = 'only-the-operator-knows'

/** One process of each role on one Postgres with a relay, and what each of them logged as sent. */
async function startRoles() {
  const url = await newPostgres()
  const relay = await startRelay()
  const env = {
    DATABASE_URL: url,
    APP_KEY: randomBytes(32).toString('base64'),
    MAIL_URL: relay.url,
    METRICS_TOKEN: metricsToken,
  }
  const start = async (role: string, own: Record<string, string> = {}) => {
    const sent: string[] = []
    const stream = {
      write(line: string) {
        const { msg } = JSON.parse(line) as { msg: string }
        if (/^(delivery|mail) sent$/.test(msg)) sent.push(msg)
      },
    }
    const running = await startApp({ ...env, ROLES: role, ...own }, { log: pino({}, stream) })
    return { ...running, sent }
  }
  const shownPort = await freePort()
  const [http, smtp, worker] = await Promise.all([
    // It is shown, and not opened.
    start('http', { SMTP_PORTS: String(shownPort), SMTP_STARTTLS_PORTS: 'none' }),
    start('smtp'),
    start('worker'),
  ])
  const { api, team } = await http.signIn('ada')
  const params = { team: String(team.id) }
  return { http, smtp, worker, shownPort, relay, api, team, params, url }
}

type Relay = Awaited<ReturnType<typeof startRelay>>

async function taken({ received }: Relay, count: number): Promise<void> {
  while (received.length < count) await new Promise((done) => setImmediate(done))
}

test('the words of much new mail become an index by the process with the role worker', async () => {
  const { team, url } = await startRoles()
  const log = pino({ level: 'silent' })
  const db = await openDatabase({ dataDir: tmpdir(), databaseUrl: url, log })
  onTestFinished(() => db.close())
  const ids = await db.nextIds('mails', 256)
  const words = { facts: '', sender: '', recipients: '', subject: 'red', body: '' }
  await db.write([
    { insert: 'mails', rows: ids.map((id) => newMail(id, team.id)) },
    { index: ids.map((id) => ({ mail_id: id, team_id: team.id, ...words })) },
  ])
  const indexes = db.sql.selectFrom('word_indexes').select(['team_id', 'mails'])
  await vi.waitFor(
    async () => expect(await indexes.execute()).toEqual([{ team_id: team.id, mails: 256 }]),
    { timeout: 20_000 },
  )
})

test('a mail caught by one process is seen live by the second and forwarded by the third', async () => {
  const { http, smtp, worker, relay, api, team, params } = await startRoles()
  await api.must(createRule, {
    params,
    body: { name: 'All', email: 'ada@example.test', rules: {} },
  })
  const live = connectLive(api)
  expect(await joinChannel(live, mailChannel(team.id))).toMatchObject({ ok: true })
  const received = nextEvent(live, 'MailReceived')
  await sendMail(smtp.smtpPort, team, { subject: 'Hello', text: 'x' })
  const { ids } = await received
  const { data } = await api.must(getMail, { params: { ...params, mail: String(ids[0]) } })
  expect(data).toMatchObject({ subject: 'Hello' })

  // Sooner than the worker would look by itself.
  await taken(relay, 1)
  const name = 'Bob'
  const account = { name, email: 'bob@example.test', password: signUpPassword }
  await http
    .client()
    .must(register, { body: { ...account, password_confirmation: signUpPassword } })
  await taken(relay, 2)
  await worker.app.stop()
  expect(worker.sent).toEqual(['delivery sent', 'mail sent'])
  expect([...http.sent, ...smtp.sent]).toEqual([])
})

test('each process opens the ports of its role, and those of health and metrics', async () => {
  const { http, smtp, worker, shownPort, api, params } = await startRoles()
  const { data: teams } = await api.must(listTeams, {})
  expect(teams).toMatchObject([{ smtp_ports: String(shownPort), smtps_ports: '' }])
  expect([http.smtpPort, worker.smtpPort]).toEqual([0, 0])
  await expect(open(shownPort)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  const app = await connectSmtp({ port: smtp.smtpPort })
  await app.send('EHLO app.test')
  await app.login(teams[0]?.smtp_username ?? '', 'wrong')
  app.destroy()
  // Every process shows what failed in another.
  await expect
    .poll(async () => (await api.must(listSmtpSessions, { params })).data)
    .toMatchObject([{ failure: 'wrong_password', login: teams[0]?.smtp_username }])

  const statusOf = async (origin: string, path: string) => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    return (await fetch(new URL(path, origin), { headers })).status
  }
  expect(await statusOf(http.origin, getCsrfCookie.path)).toBe(200)
  for (const { origin } of [smtp, worker]) {
    expect(await statusOf(origin, getCsrfCookie.path)).toBe(404)
    expect(await statusOf(origin, '/metrics')).toBe(200)
    expect(await statusOf(origin, '/livez')).toBe(200)
    expect(await statusOf(origin, '/readyz')).toBe(200)
  }
})

test('a test mail of a process without SMTP is caught, and new credentials end sessions elsewhere', async () => {
  const { smtp, api, team, params } = await startRoles()
  const { data: sent } = await api.must(sendTestMail, { params })
  const { data: mail } = await api.must(getMail, { params: { ...params, mail: String(sent.mail) } })
  expect(mail).toMatchObject({
    subject: 'A test message for ada',
    to: [{ address: 'ada@example.test' }],
    html: expect.stringContaining(`/inbox?team=${team.id}"`),
    transcript: null,
  })
  const client = await connectSmtp({ port: smtp.smtpPort })
  onTestFinished(() => client.destroy())
  await client.send('EHLO app.test')
  expect(await client.login(team.smtp_username, team.smtp_password)).toMatchObject({ code: 235 })
  await api.must(rotateCredentials, { params })
  expect(await client.closed()).toMatch(/^421 /)
})

function open(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => (socket.destroy(), resolve()))
    socket.on('error', reject)
  })
}
