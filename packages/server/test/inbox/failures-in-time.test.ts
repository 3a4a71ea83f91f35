import { listSmtpSessions, mailChannel, type Team } from '@mailstop/contract'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { connectLive, joinChannel, nextEvent } from '../clients/live-client.ts'
import { isNightly } from '../nightly.ts'
import { startApp, type RunningApp } from '../support/harness.ts'
import { postgres } from '../support/product-databases.ts'
import { at } from '../support/two-processes-on.ts'

/** By day a busy machine may take longer. */
const withinMs = isNightly ? 2_000 : 20_000
const limits = { SMTP_MAX_MAIL_BYTES: '4096', TEAM_MAX_BYTES: '6000', SMTP_STARTTLS: 'on' }

type Client = { port: number; user: string; pass: string; trusts: boolean; mail: SendMailOptions }
type Failure = {
  failure: string
  /** What the client is answered. */
  reply: string
  /** How the client differs from one whose mail is taken. */
  client: (running: RunningApp, team: Team) => Partial<Client>
}

const filling = { text: 'x'.repeat(3_000) }
const failures: Failure[] = [
  { failure: 'wrong_password', reply: 'Invalid login', client: () => ({ pass: 'not it' }) },
  { failure: 'unknown_username', reply: 'Invalid login', client: () => ({ user: 'nobody-known' }) },
  {
    failure: 'certificate_refused',
    reply: 'self-signed certificate',
    client: () => ({ trusts: false }),
  },
  {
    failure: 'mail_refused',
    reply: '552 ',
    client: () => ({ mail: { text: 'x'.repeat(9_000) } }),
  },
  { failure: 'mail_refused', reply: '452 ', client: () => ({ mail: filling }) },
]

async function send(running: RunningApp, team: Team, different: Partial<Client> = {}) {
  const { smtp_username: user, smtp_password: pass } = team
  const client = { port: running.smtpPort, user, pass, trusts: true, mail: filling, ...different }
  const transport = createTransport({
    host: '127.0.0.1',
    port: client.port,
    auth: { user: client.user, pass: client.pass },
    tls: { rejectUnauthorized: !client.trusts },
  })
  const mail = { from: 'app@rocket.test', to: 'you@customer.test', ...client.mail }
  return transport.sendMail(mail).finally(() => transport.close())
}

const databases = [
  { name: 'one process on SQLite', count: 1, open: async () => ({}) },
  { name: 'three processes on Postgres', count: 3, open: postgres },
].slice(0, isNightly ? 2 : 1)

describe.each(databases)('of $name', ({ count, open }) => {
  test('each tells in time why a mail did not come, whichever refused it', async () => {
    const env = { ...(await open()), ...limits }
    const processes = await Promise.all(Array.from({ length: count }, () => startApp(env)))
    const [first] = processes as [RunningApp]
    const { api, team } = await first.signIn('ada')
    const tabs = processes.map((running) => {
      const browser = at(running, api)
      return { browser, socket: connectLive(browser) }
    })
    const params = { team: String(team.id) }
    for (const { socket } of tabs) {
      expect(await joinChannel(socket, mailChannel(team.id))).toMatchObject({ ok: true })
    }
    // A client whose login succeeded is known, and its later mistakes are the team's.
    for (const running of processes) await send(running, team, { mail: { text: 'x' } })
    await send(first, team)
    for (const [turn, { failure, reply, client }] of failures.entries()) {
      const running = processes[turn % count] as RunningApp
      const heard = tabs.map(({ socket }) => nextEvent(socket, 'TeamOutdated'))
      await expect(send(running, team, client(running, team)), failure).rejects.toThrow(reply)
      const refusedAt = Date.now()
      expect(new Set((await Promise.all(heard)).map(({ part }) => part))).toEqual(
        new Set(['sessions']),
      )
      for (const { browser } of tabs) {
        const newest = async () =>
          (await browser.must(listSmtpSessions, { params, query: {} })).data
        await expect
          .poll(async () => (await newest())[0], { timeout: withinMs, interval: 20 })
          .toMatchObject({ failure })
      }
      expect(Date.now() - refusedAt, failure).toBeLessThan(withinMs)
    }
  })
})
