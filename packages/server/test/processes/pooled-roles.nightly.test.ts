import { randomBytes } from 'node:crypto'
import { createRule, getMail, mailChannel, rotateCredentials } from '@mailstop/contract'
import { expect, onTestFinished, test } from 'vitest'
import { newPostgres } from '../support/databases.ts'
import { startApp } from '../support/harness.ts'
import { connectLive, joinChannel, nextEvent } from '../clients/live-client.ts'
import { startRelay } from '../support/mailer-on.ts'
import { startPgBouncer } from '../support/stores/pgbouncer.ts'
import { proxyHeaderV1Of } from '../clients/proxy-headers.ts'
import { connectSmtp } from '../clients/smtp-client.ts'

const metricsToken = 'only-the-operator-knows'

/** Processes with these roles behind PgBouncer in transaction mode and a balancer of SMTP. */
async function startFleet(mixture: string[]) {
  const liveUrl = await newPostgres('template0')
  const relay = await startRelay()
  const env = {
    DATABASE_URL: await startPgBouncer(liveUrl),
    DATABASE_LIVE_URL: liveUrl,
    APP_KEY: randomBytes(32).toString('base64'),
    MAIL_URL: relay.url,
    METRICS_TOKEN: metricsToken,
    SMTP_PROXIES: 'loopback',
  }
  const processes = await Promise.all(mixture.map((ROLES) => startApp({ ...env, ROLES })))
  const withRole = (role: string) => {
    const found = processes[mixture.findIndex((roles) => roles.includes(role))]
    if (!found) throw new Error(`No process has the role ${role}`)
    return found
  }
  return { relay, processes, http: withRole('http'), smtp: withRole('smtp') }
}

test.each([
  [['http', 'smtp', 'worker']],
  [['http,smtp', 'worker']],
  [['http,worker', 'smtp']],
  [['http', 'smtp,worker']],
])(
  'behind PgBouncer, processes with the roles %j do what one with all of them does',
  async (mixture) => {
    const { relay, processes, http, smtp } = await startFleet(mixture)
    const { api, team } = await http.signIn('ada')
    const params = { team: String(team.id) }
    await api.must(createRule, {
      params,
      body: { name: 'All', email: 'ada@example.test', rules: {} },
    })
    const live = connectLive(api)
    expect(await joinChannel(live, mailChannel(team.id))).toMatchObject({ ok: true })
    const received = nextEvent(live, 'MailReceived')

    const app = await connectSmtp({ port: smtp.smtpPort, header: proxyHeaderV1Of('192.0.2.7') })
    onTestFinished(() => app.destroy())
    await app.send('EHLO app.test')
    await app.login(team.smtp_username, team.smtp_password)
    const content = 'Subject: Hello\r\n\r\nx\r\n'
    expect(await app.mail('a@b.test', ['c@d.test'], content)).toMatchObject({ code: 250 })
    const { ids } = await received
    const { data } = await api.must(getMail, { params: { ...params, mail: String(ids[0]) } })
    expect(data).toMatchObject({ subject: 'Hello' })
    while (relay.received.length === 0) await new Promise((done) => setImmediate(done))
    await api.must(rotateCredentials, { params })
    expect(await app.closed()).toMatch(/^421 /)

    const readiness = processes.map(async ({ origin }) => (await fetch(`${origin}/readyz`)).json())
    expect(await Promise.all(readiness)).toEqual(
      mixture.map((roles) => ({ status: 'ok', roles: roles.split(',') })),
    )
    const headers = { authorization: `Bearer ${metricsToken}` }
    const metrics = await (await fetch(`${smtp.origin}/metrics`, { headers })).text()
    expect(metrics).toContain('mailstop_batch_seconds_count{outcome="written"} 1')
    expect(metrics).toContain('mailstop_smtp_catch_seconds_count 1')
    expect(metrics).toContain('mailstop_database_connections_waiting{pool="ingest"} 0')
    expect(metrics).toContain('mailstop_live_interruptions_total 0')
  },
)
