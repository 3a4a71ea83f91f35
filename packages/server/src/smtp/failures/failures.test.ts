import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { connectSmtp } from '../../../test/clients/smtp-client.ts'
import { password, startSmtp, username } from '../../../test/clients/smtp-harness.ts'
import { until } from '../../../test/clients/smtp-sessions.ts'
import { createFailures, type FailedSmtp } from './failures.ts'
import { createKnownClients } from './known-clients.ts'

const execute = promisify(execFile)
const advice = 'use port 2525, or let the client accept it'
const alerted = `The client does not trust the certificate: ${advice}`
const silent = `The client ended TLS without a word, and may not trust the certificate: ${advice}`

type Overrides = NonNullable<Parameters<typeof startSmtp>[0]>

/** A server whose certificate no client trusts; the store has the account 9 alone. */
async function start({ failures, ...overrides }: Overrides = {}) {
  const logged: object[] = []
  const log = { info: () => {}, error: () => {}, warn: (about: object) => logged.push(about) }
  const known = { trustAdvice: () => advice, onlyAccount: async () => ({ id: 9 }), ...failures }
  const server = await startSmtp({ log, failures: known, ...overrides })
  onTestFinished(() => server.smtp.stop())
  return { ...server, logged }
}

type Server = Awaited<ReturnType<typeof start>>

/** OpenSSL, which most languages use, says `unknown_ca`: in TLS 1.2 with the handshake half done, in TLS 1.3 at its end. */
const openssl = (version: string) => (port: number) =>
  execute('curl', [
    '--silent',
    '--ssl-reqd',
    '--tls-max',
    version,
    `smtp://127.0.0.1:${port}`,
  ]).catch(() => {})

/** Node verifies a certificate after the handshake, and then only closes the connection. */
const nodemailer = (secure: boolean) => (port: number) => {
  const transport = createTransport({ host: '127.0.0.1', port, secure })
  return transport.sendMail({ from: 'a@b.test', to: 'c@d.test', text: 'x' }).catch(() => {})
}

test.each<[string, string, (server: Server) => Promise<unknown>]>([
  ['OpenSSL with TLS 1.2', alerted, ({ port }) => openssl('1.2')(port)],
  ['OpenSSL with TLS 1.3', alerted, ({ port }) => openssl('1.3')(port)],
  ['nodemailer with STARTTLS', silent, ({ port }) => nodemailer(false)(port)],
  ['nodemailer with TLS', silent, ({ tlsPort }) => nodemailer(true)(tlsPort)],
])('%s is listed and logged when it does not trust the certificate', async (_name, reply, send) => {
  const server = await start()
  await send(server)
  await until(() => server.failedOf(9).length > 0)
  expect(server.failedOf(9)).toMatchObject([
    { remoteAddress: '127.0.0.1', reply, mailId: null, transcript: expect.any(String) },
  ])
  expect(server.logged).toMatchObject([{ remoteAddress: '127.0.0.1', advice }])
})

test.each<[string, (server: Server) => Promise<unknown>]>([
  [
    'a client that trusts it',
    async ({ port }) => {
      const client = await connectSmtp({ port })
      await client.send('EHLO app.test')
      await client.startTls()
      await client.send('EHLO app.test')
      client.destroy()
    },
  ],
  [
    'a client that ends the handshake before it has seen it',
    async ({ tlsPort }) => {
      const socket = connect(tlsPort, '127.0.0.1')
      await once(socket, 'connect')
      socket.end(Buffer.from('160301', 'hex'))
      await once(socket.resume(), 'close')
    },
  ],
  [
    'a client that knows no version of TLS that is offered',
    async ({ tlsPort }) => {
      const old = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' }
      const socket = connectTls({ port: tlsPort, host: '127.0.0.1', ...(old as object) })
      await once(socket, 'error')
    },
  ],
  [
    'garbage in place of TLS',
    async ({ tlsPort }) => {
      const socket = connect(tlsPort, '127.0.0.1').resume()
      socket.end(Buffer.alloc(500, 'x'))
      await once(socket, 'close')
    },
  ],
])('%s is not listed', async (_name, act) => {
  const server = await start()
  await act(server)
  await until(() => server.smtp.stats().connections === 0)
  expect([server.failedOf(9), server.logged]).toEqual([[], []])
})

test('the team is that of open mail, or those that logged in from there, or the only one', async () => {
  const open = { accountFor: () => ({ id: 3 }), knows: async () => false }
  const openServer = await start({ open })
  await nodemailer(false)(openServer.port)
  await until(() => openServer.failedOf(3).length > 0)

  const server = await start()
  const client = await connectSmtp({ port: server.port })
  await client.send('EHLO app.test')
  await client.login(username, password)
  client.destroy()
  for (const _ of [1, 2]) await nodemailer(false)(server.port)
  await until(() => server.logged.length > 0 && server.smtp.stats().connections === 0)
  expect(server.failedOf(7)).toMatchObject([{ reply: silent }, { reply: silent }])
  expect(server.failedOf(9)).toEqual([])

  const many = await start({ failures: { onlyAccount: async () => null } })
  await nodemailer(false)(many.port)
  await until(() => many.logged.length > 0)
  expect(many.failedOf(9)).toEqual([])
})

test('of the teams behind one address, none sees a dialogue that may be another’s', async () => {
  const kept: FailedSmtp[] = []
  const options = {
    keep: (failed: FailedSmtp) => void kept.push(failed),
    accountNamed: async () => null,
    onlyAccount: async () => null,
    trustAdvice: () => advice,
  }
  const failures = createFailures({ options, say: () => {}, now: () => 0 })
  const dialogue = { transcript: 'C: EHLO theirs.test', transcriptTimes: [1] }
  const client = { open: null, group: '192.0.2.1', remoteAddress: '192.0.2.1' }
  const seen = () => failures.distrusted(client, dialogue, null)
  failures.loggedIn(client.group, 1)
  await seen()
  expect(kept.splice(0)).toMatchObject([{ accountId: 1, ...dialogue }])
  failures.loggedIn(client.group, 2)
  await seen()
  const none = { reply: silent, transcript: '', transcriptTimes: [] }
  expect(kept).toMatchObject([
    { accountId: 1, ...none },
    { accountId: 2, ...none },
  ])
})

test('a failed login is listed with the team that it names, or that the client is likely of', async () => {
  const server = await start()
  const fail = async (name: string) => {
    const client = await connectSmtp({ port: server.port })
    await client.send('EHLO app.test')
    expect((await client.login(name, 'not it')).code).toBe(535)
    client.destroy()
  }
  await fail(username)
  await until(() => server.failedOf(7).length === 1)
  await fail('stranger')
  await until(() => server.failedOf(9).length === 1)
  const of = (failure: string, login: string) => [
    {
      failure,
      login,
      remoteAddress: '127.0.0.1',
      reply: expect.stringMatching(/^535/),
      transcript: expect.stringMatching(/C: AUTH PLAIN \*\*\*\nS: 535/),
      mailId: null,
    },
  ]
  expect(server.failedOf(7)).toMatchObject(of('wrong_password', username))
  expect(server.failedOf(9)).toMatchObject(of('unknown_username', 'stra…'))
  expect(JSON.stringify([server.failedOf(7), server.failedOf(9)])).not.toContain('not it')
})

test('a client without a login, or with TLS too early, is listed once with the team it is likely of', async () => {
  const server = await start({ ports: [{ port: 0, tls: 'none' }] })
  const client = await connectSmtp({ port: server.port })
  await client.send('EHLO app.test')
  for (const _ of [1, 2]) expect((await client.send('MAIL FROM:<a@b.test>')).code).toBe(530)
  client.destroy()
  await until(() => server.failedOf(9).length === 1)
  await nodemailer(true)(server.port)
  await until(() => server.failedOf(9).length === 2)
  expect(server.failedOf(9)).toMatchObject([
    {
      failure: 'unexpected_tls',
      login: null,
      reply: expect.stringMatching(/^421 .* takes no TLS/),
    },
    { failure: 'login_missing', login: null, reply: expect.stringMatching(/^530/) },
  ])
})

test('who logged in from where is remembered for an hour, of so many', () => {
  let time = 0
  const known = createKnownClients(() => time)
  for (let account = 1; account <= 7; account += 1) known.loggedIn('192.0.2.1', account)
  expect(known.accountsOf('192.0.2.1')).toEqual({ accounts: [3, 4, 5, 6, 7], isShared: true })
  for (const account of [1, 2]) known.loggedIn('192.0.2.2', account)
  known.forget(1)
  expect(known.accountsOf('192.0.2.2')).toEqual({ accounts: [2], isShared: true })
  known.forget(5)
  time = 3_599_999
  known.loggedIn('192.0.2.1', 3)
  time += 1
  expect(known.accountsOf('192.0.2.1')).toEqual({ accounts: [3], isShared: false })
  for (let client = 0; client < 1_000; client += 1) known.loggedIn(String(client), 1)
  expect(known.accountsOf('192.0.2.1')).toEqual({ accounts: [], isShared: false })
})
