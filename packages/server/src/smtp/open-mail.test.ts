import { expect, onTestFinished, test } from 'vitest'
import { connectSmtp } from '../../test/clients/smtp-client.ts'
import { authPlain, password, startSmtp, username } from '../../test/clients/smtp-harness.ts'
import type { SmtpOptions } from './smtp.ts'

const openId = 3

/** A server that is open to this machine, where one team has a login of its own. */
async function startOpen(overrides: Partial<SmtpOptions> = {}) {
  const started = await startSmtp({
    open: {
      accountFor: () => ({ id: openId }),
      knows: async (name) => name === username,
    },
    ...overrides,
  })
  onTestFinished(() => started.smtp.stop())
  async function connect(options: { tls?: boolean } = {}) {
    const port = options.tls ? started.tlsPort : started.port
    const client = await connectSmtp({ port, ...options })
    onTestFinished(() => client.destroy())
    await client.send('EHLO app.test')
    return client
  }
  async function connectRaw() {
    const client = await connectSmtp({ port: started.port })
    onTestFinished(() => client.destroy())
    return client
  }
  return { ...started, connect, connectRaw }
}

const send = (client: Awaited<ReturnType<typeof connectSmtp>>) =>
  client.mail('app@sender.test', ['you@recipient.test'], 'Subject: Hello\r\n\r\nHello\r\n')

test('mail without a login is caught for the open account', async () => {
  const { connect, mails } = await startOpen()
  expect(await send(await connect())).toMatchObject({ code: 250 })
  const overTls = await connect()
  await overTls.startTls()
  await overTls.send('EHLO app.test')
  expect(await send(overTls)).toMatchObject({ code: 250 })
  expect(await send(await connect({ tls: true }))).toMatchObject({ code: 250 })
  const caught = { account: { id: openId }, login: null }
  expect(mails).toMatchObject([caught, { ...caught, tls: true }, { ...caught, tls: true }])
})

test('any unknown login is accepted, by PLAIN and by LOGIN, and kept with its mail', async () => {
  const { connect, mails } = await startOpen()
  const plain = await connect()
  expect(await plain.login('billing', 'whatever')).toMatchObject({ code: 235 })
  expect(await plain.login('billing', 'whatever')).toMatchObject({ code: 503 })
  await send(plain)
  const login = await connect()
  await login.send('AUTH LOGIN')
  await login.send(Buffer.from('shop').toString('base64'))
  expect(await login.send('')).toMatchObject({ code: 235 })
  await send(login)
  const long = await connect()
  await long.login('é'.repeat(1_000), 'x')
  await send(long)
  expect(mails.map(({ account, login }) => [account.id, login])).toEqual([
    [openId, 'billing'],
    [openId, 'shop'],
    [openId, 'é'.repeat(200)],
  ])
})

test('a mail that has begun stays with the account that it began for', async () => {
  const { connect, mails } = await startOpen()
  const client = await connect()
  expect(await client.send('MAIL FROM:<app@sender.test>')).toMatchObject({ code: 250 })
  expect(await client.send(authPlain())).toMatchObject({ code: 503 })
  await client.send('RSET')
  expect(await client.send(authPlain())).toMatchObject({ code: 235 })
  await send(client)
  expect(mails).toMatchObject([{ account: { id: 7 } }])
})

test('a known login is that of its account, and its mail keeps it', async () => {
  const { connect, mails } = await startOpen()
  const client = await connect()
  await client.send(authPlain())
  await send(client)
  expect(mails).toMatchObject([{ account: { id: 7 }, login: username }])
})

test('a known login with a wrong password is refused, and so is what the client sends next', async () => {
  const { connect, mails } = await startOpen()
  const client = await connect()
  expect(await client.login(username, 'a typo')).toMatchObject({ code: 535 })
  expect(await send(client)).toMatchObject({ code: 530 })
  expect(await client.login(username, password)).toMatchObject({ code: 235 })
  expect(await send(client)).toMatchObject({ code: 250 })
  expect(mails).toMatchObject([{ account: { id: 7 } }])
})

test('a client of another network has to log in', async () => {
  const { connect, mails } = await startOpen({
    open: { accountFor: () => null, knows: async () => false },
  })
  const client = await connect()
  expect(await send(client)).toMatchObject({ code: 530 })
  expect(await client.login('billing', 'whatever')).toMatchObject({ code: 535 })
  expect(mails).toEqual([])
})

test('open logins are no guesses: a client past its limit neither waits nor is counted for them', async () => {
  let checks = 0
  const { connect, mails, smtp } = await startOpen({
    limits: { authFailuresPerAddress: 1, guessGapMs: 600_000 },
    authenticate: async () => {
      checks += 1
      return null
    },
  })
  const guesser = await connect()
  await guesser.login(username, 'wrong')
  for (let at = 0; at < 20; at += 1) {
    const client = await connect()
    expect(await client.login(`service-${at}`, 'x')).toMatchObject({ code: 235 })
    await send(client)
  }
  expect(checks).toBe(1)
  expect(smtp.stats().failedAuths).toBe(1)
  expect(mails).toHaveLength(20)
})

test('a client that is no mail client leaves no refused mail', async () => {
  const { connect, failedOf } = await startOpen()
  const client = await connect()
  await client.send('HELLO?')
  await client.send('QUIT')
  const late = await connect()
  await late.send('MAIL FROM:<app@sender.test>')
  await late.send('RCPT TO:<nobody>')
  await late.send('QUIT')
  expect(failedOf(openId)).toMatchObject([{ reply: expect.stringMatching(/^501/) }])
})

test.each([
  ['a form', 'POST / HTTP/1.1'],
  ['a long address', `POST /${'a'.repeat(5_000)} HTTP/1.1`],
  ['a websocket', 'GET /socket HTTP/1.1'],
])('a browser that is made to speak SMTP by %s is cut off before its body', async (_, line) => {
  const { connect, mails } = await startOpen()
  const client = await connect()
  const mail = 'MAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\nForged\r\n.\r\n'
  client.write(`${line}\r\nHost: localhost:1025\r\nOrigin: http://evil.test\r\n\r\n${mail}`)
  expect(await client.closed()).toMatch(/421 4\.7\.0 .*HTTP/)
  expect(mails).toEqual([])
})

test('a browser that is made to begin TLS is cut off before what its ticket holds', async () => {
  const { connect, connectRaw, mails } = await startOpen()
  const mail = 'EHLO x\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\nForged\r\n.\r\n'
  const client = await connectRaw()
  client.write(Buffer.concat([Buffer.from([0x16, 3, 1, 2, 0, 1]), Buffer.from(`\r\n${mail}`)]))
  expect(await client.closed()).toMatch(/421 4\.7\.0 .*TLS/)
  const late = await connect()
  expect(await late.send('\u0016')).toMatchObject({ code: 501 })
  expect(mails).toEqual([])
})

test('where there is no room, a connection that has sent no mail makes way', async () => {
  let clock = 0
  const { connect, connectRaw } = await startOpen({
    elapsed: () => clock,
    limits: { connectionsPerAddress: 2 },
  })
  const app = await connect()
  await app.send('MAIL FROM:<app@sender.test>')
  const silent = await connectRaw()
  clock += 4_999
  expect((await connectRaw()).greeting.code).toBe(421)
  clock += 1
  const next = await connect()
  expect(await send(next)).toMatchObject({ code: 250 })
  expect(await silent.closed()).toMatch(/not logged in or sent mail/)
  clock += 5_000
  expect((await connectRaw()).greeting.code).toBe(421)
  expect(await app.send('RSET')).toMatchObject({ code: 250 })
})

test('TLS after a wrong password opens nothing', async () => {
  const { connect, mails } = await startOpen()
  const client = await connect()
  expect(await client.login(username, 'a typo')).toMatchObject({ code: 535 })
  await client.startTls()
  await client.send('EHLO app.test')
  expect(await send(client)).toMatchObject({ code: 530 })
  expect(mails).toEqual([])
})
