import { expect, onTestFinished, test } from 'vitest'
import { connectSmtp } from '../../test/clients/smtp-client.ts'
import { authPlain, password, startSmtp, username } from '../../test/clients/smtp-harness.ts'
import type { SmtpOptions } from './smtp.ts'

const ids: Record<string, number> = { aaaaaaaa: 1, bbbbbbbb: 2 }
const ann = 'ann@aaaaaaaa.mail.example'
const bob = 'bob@bbbbbbbb.mail.example'

/** A server that takes mail to the domains of two teams without a login. */
async function start(overrides: Partial<SmtpOptions> = {}) {
  const asked: string[] = []
  const started = await startSmtp({
    teamDomains: {
      domain: 'mail.example',
      async accountOf(code) {
        asked.push(code)
        const id = ids[code]
        return id === undefined ? null : { id }
      },
    },
    ...overrides,
  })
  onTestFinished(() => started.smtp.stop())
  async function connect({ tls = false }: { tls?: boolean } = {}) {
    const client = await connectSmtp({ port: tls ? started.tlsPort : started.port, tls })
    onTestFinished(() => client.destroy())
    await client.send('EHLO app.test')
    return client
  }
  return { ...started, asked, connect }
}

type Client = Awaited<ReturnType<typeof connectSmtp>>
const send = (client: Client, ...to: string[]) =>
  client.mail('app@sender.test', to, 'Subject: Hello\r\n\r\nHello\r\n')

/** The replies to all commands of one packet. */
async function pipeline(client: Client, commands: string[]): Promise<number[]> {
  client.write(commands.map((command) => `${command}\r\n`).join(''))
  const codes: number[] = []
  for (const _ of commands) codes.push((await client.read()).code)
  return codes
}

test('mail to the domain of a team is caught for it without a login, plain and over TLS', async () => {
  const { connect, mails } = await start()
  expect(await send(await connect(), ann)).toMatchObject({ code: 250 })
  const upgraded = await connect()
  await upgraded.startTls()
  await upgraded.send('EHLO app.test')
  expect(await send(upgraded, bob)).toMatchObject({ code: 250 })
  expect(await send(await connect({ tls: true }), ann)).toMatchObject({ code: 250 })
  const stranger = { login: null, isFromStranger: true }
  expect(mails).toMatchObject([
    { account: { id: 1 }, ...stranger, tls: false, envelope: { to: [ann] } },
    { account: { id: 2 }, ...stranger, tls: true },
    { account: { id: 1 }, ...stranger, tls: true },
  ])
})

test.each([
  ['another domain', 'ann@sender.test'],
  ['a code that no team has', 'ann@cccccccc.mail.example'],
  ['the domain alone', 'ann@mail.example'],
  ['a domain below that of a team', 'ann@deep.aaaaaaaa.mail.example'],
  ['a domain that goes on', 'ann@aaaaaaaa.mail.example.org'],
  ['a quoted address of a team', '"ann@aaaaaaaa.mail.example"@sender.test'],
  ['no domain', 'postmaster'],
])('%s needs a login', async (_, to) => {
  const { connect, mails } = await start()
  const client = await connect()
  expect(await client.send('MAIL FROM:<app@sender.test>')).toMatchObject({ code: 250 })
  expect(await client.send(`RCPT TO:<${to}>`)).toMatchObject({
    code: 530,
    lines: ['5.7.0 Authentication required'],
  })
  expect(await client.send('DATA')).toMatchObject({ code: 554 })
  expect(mails).toEqual([])
})

test('without a domain for teams, MAIL needs a login as ever', async () => {
  const { connect } = await start({ teamDomains: null })
  expect(await (await connect()).send('MAIL FROM:<a@b.test>')).toMatchObject({ code: 530 })
})

test('case and subaddresses make no difference, and the recipient is kept as it was written', async () => {
  const { connect, mails } = await start()
  const to = ['Ann+Run42@AAAAAAAA.Mail.EXAMPLE', '"quoted name"@aaaaaaaa.mail.example']
  expect(await send(await connect(), ...to)).toMatchObject({ code: 250 })
  expect(mails).toMatchObject([{ account: { id: 1 }, envelope: { to } }])
})

test('a pipelined envelope of many recipients asks for its team once', async () => {
  const { connect, mails, asked } = await start()
  const client = await connect()
  const rcpts = Array.from({ length: 50 }, (_, at) => `RCPT TO:<a${at}@aaaaaaaa.mail.example>`)
  const codes = await pipeline(client, ['MAIL FROM:<>', ...rcpts, 'DATA'])
  expect(codes).toEqual([250, ...rcpts.map(() => 250), 354])
  client.write(
    'Hello\r\n.\r\nMAIL FROM:<x@y.test>\r\nRCPT TO:<' + bob + '>\r\nBDAT 3 LAST\r\nx\r\n',
  )
  const replies = [await client.read(), await client.read(), await client.read()]
  expect([...replies, await client.read()].map(({ code }) => code)).toEqual([250, 250, 250, 250])
  expect(mails).toMatchObject([{ account: { id: 1 } }, { account: { id: 2 } }])
  expect(mails[0]?.envelope.to).toHaveLength(50)
  expect(asked).toEqual(['aaaaaaaa', 'bbbbbbbb'])
})

test('a mail is for one team: recipients of others are to be sent in another, and unknown ones need a login', async () => {
  const { connect, mails, failedOf } = await start()
  const client = await connect()
  const commands = [
    'MAIL FROM:<app@sender.test>',
    'RCPT TO:<x@elsewhere.test>',
    'RCPT TO:<x@cccccccc.mail.example>',
    `RCPT TO:<${ann}>`,
    `RCPT TO:<${bob}>`,
    'RCPT TO:<x@elsewhere.test>',
    'RCPT TO:<other@aaaaaaaa.mail.example>',
    'DATA',
  ]
  expect(await pipeline(client, commands)).toEqual([250, 530, 530, 250, 452, 530, 250, 354])
  expect(await client.send('Hello\r\n.')).toMatchObject({ code: 250 })
  expect(mails).toMatchObject([
    { account: { id: 1 }, envelope: { to: [ann, 'other@aaaaaaaa.mail.example'] } },
  ])
  // The team sees who did not get it. Teams that got nothing see nothing.
  expect(failedOf(1)).toMatchObject([{ mailId: 1, reply: expect.stringMatching(/^530/) }])
  expect(failedOf(2)).toEqual([])
  expect(await send(client, bob)).toMatchObject({ code: 250 })
  expect(mails[1]).toMatchObject({ account: { id: 2 } })
})

test('AUTH after MAIL is refused, and after RSET the mail is of the team of the login', async () => {
  const { connect, mails } = await start()
  const client = await connect()
  await client.send('MAIL FROM:<app@sender.test>')
  await client.send(`RCPT TO:<${ann}>`)
  expect(await client.send(authPlain())).toMatchObject({ code: 503 })
  expect(await client.send('RSET')).toMatchObject({ code: 250 })
  expect(await client.send(authPlain())).toMatchObject({ code: 235 })
  expect(await send(client, bob, 'x@elsewhere.test')).toMatchObject({ code: 250 })
  expect(mails).toMatchObject([{ account: { id: 7 }, login: username, isFromStranger: false }])
})

test('AUTH that is pipelined behind a whole mail does not change whose it is', async () => {
  const { connect, mails } = await start()
  const client = await connect()
  client.write(
    `MAIL FROM:<a@b.test>\r\nRCPT TO:<${ann}>\r\nDATA\r\nHello\r\n.\r\n${authPlain()}\r\n`,
  )
  const codes = [await client.read(), await client.read(), await client.read(), await client.read()]
  expect([...codes, await client.read()].map(({ code }) => code)).toEqual([250, 250, 354, 250, 235])
  expect(mails).toMatchObject([{ account: { id: 1 }, login: null }])
})

test('a client whose login was wrong gets no mail to anybody, also after TLS', async () => {
  const { connect, mails } = await start()
  const client = await connect()
  expect(await client.login(username, 'a typo')).toMatchObject({ code: 535 })
  expect(await send(client, ann)).toMatchObject({ code: 530 })
  await client.startTls()
  await client.send('EHLO app.test')
  expect(await send(client, ann)).toMatchObject({ code: 530 })
  expect(await client.login(username, password)).toMatchObject({ code: 235 })
  expect(await send(client, ann)).toMatchObject({ code: 250 })
  expect(mails).toMatchObject([{ account: { id: 7 } }])
})

test('nobody says by XCLIENT who they are', async () => {
  const { connect } = await start()
  const client = await connect()
  expect(await client.send('XCLIENT ADDR=127.0.0.1 LOGIN=team-7')).toMatchObject({ code: 500 })
  expect(await client.send('MAIL FROM:<a@b.test> AUTH=team-7')).toMatchObject({ code: 250 })
  expect(await client.send('RCPT TO:<x@elsewhere.test>')).toMatchObject({ code: 530 })
})

test('a client of an open network sends to the team of that network, whatever the recipients', async () => {
  const { connect, mails } = await start({
    open: { accountFor: () => ({ id: 3 }), knows: async () => false },
  })
  expect(await send(await connect(), ann, 'x@elsewhere.test')).toMatchObject({ code: 250 })
  expect(mails).toMatchObject([{ account: { id: 3 }, isFromStranger: false }])
})

test('a full team refuses the recipient, before the content, and sees that it did', async () => {
  const { connect, failedOf } = await start({
    refusalOf: ({ id }) => (id === 1 ? 'teamFull' : null),
  })
  const client = await connect()
  const commands = ['MAIL FROM:<a@b.test>', `RCPT TO:<${ann}>`, `RCPT TO:<${bob}>`]
  expect(await pipeline(client, commands)).toEqual([250, 452, 250])
  await client.send('RSET')
  expect(await pipeline(client, [...commands.slice(0, 2), 'QUIT'])).toEqual([250, 452, 221])
  await client.closed()
  expect(failedOf(1)).toMatchObject([{ reply: expect.stringMatching(/^452/) }])
})

test('while teams cannot be looked for, the client is asked to try again', async () => {
  const { connect, errors } = await start({
    teamDomains: {
      domain: 'mail.example',
      accountOf: () => Promise.reject(new Error('The store is away')),
    },
  })
  const client = await connect()
  await client.send('MAIL FROM:<a@b.test>')
  expect(await client.send(`RCPT TO:<${ann}>`)).toMatchObject({ code: 451 })
  expect(errors).toHaveLength(1)
})

test('a client that goes while its team is looked for leaves nothing behind', async () => {
  const looked = Promise.withResolvers<{ id: number }>()
  const asked = Promise.withResolvers<void>()
  const { connect, smtp, mails, errors } = await start({
    teamDomains: {
      domain: 'mail.example',
      accountOf() {
        asked.resolve()
        return looked.promise
      },
    },
  })
  const client = await connect()
  client.write(`MAIL FROM:<a@b.test>\r\nRCPT TO:<${ann}>\r\nDATA\r\n`)
  await asked.promise
  client.destroy()
  looked.resolve({ id: 1 })
  await expect.poll(() => smtp.stats().connections).toBe(0)
  expect([mails, errors]).toEqual([[], []])
})

test('unknown codes use up the errors of a connection', async () => {
  const { connect } = await start({ limits: { errorsBeforeDelay: 100, errorsBeforeClose: 5 } })
  const client = await connect()
  client.write('MAIL FROM:<a@b.test>\r\n')
  for (let at = 0; at < 6; at += 1) client.write(`RCPT TO:<x@cccccc0${at}.mail.example>\r\n`)
  expect(await client.closed()).toMatch(/421 4\.7\.0 Too many errors/)
})

test('connections without a login that send are bounded, and those that logged in are not counted', async () => {
  const { connect, mails } = await start({ limits: { strangersPerAddress: 2 } })
  const [first, second, third] = [await connect(), await connect(), await connect()]
  expect(await send(first, ann)).toMatchObject({ code: 250 })
  expect(await send(second, ann)).toMatchObject({ code: 250 })
  third.write('MAIL FROM:<a@b.test>\r\n')
  expect(await third.closed()).toMatch(/421 4\.3\.2 .*without a login/)
  expect(await first.send(authPlain())).toMatchObject({ code: 235 })
  expect(await send(await connect(), ann)).toMatchObject({ code: 250 })
  expect(await second.send('QUIT')).toMatchObject({ code: 221 })
  await second.closed()
  expect(mails).toHaveLength(3)
})

test('too much mail without a login is refused for a while, and mail with one is not', async () => {
  let clock = 0
  const { connect } = await start({ elapsed: () => clock })
  const client = await connect()
  const take = ['MAIL FROM:<a@b.test>', `RCPT TO:<${ann}>`, 'RSET']
  const burst = Array.from({ length: 500 }, () => take).flat()
  expect(new Set(await pipeline(client, burst))).toEqual(new Set([250]))
  expect(await pipeline(client, take)).toEqual([250, 451, 250])
  expect(await client.send(authPlain())).toMatchObject({ code: 235 })
  expect(await send(client, ann)).toMatchObject({ code: 250 })
  clock += 1_000
  expect(await send(await connect(), ann)).toMatchObject({ code: 250 })
})

test('where there is no room, a connection that has sent mail without a login makes way', async () => {
  let clock = 0
  const { connect } = await start({ elapsed: () => clock, limits: { connectionsPerAddress: 2 } })
  const app = await connect()
  await app.send(authPlain())
  const stranger = await connect()
  await stranger.send('MAIL FROM:<a@b.test>')
  await stranger.send(`RCPT TO:<${ann}>`)
  clock += 5_000
  expect(await send(await connect(), ann)).toMatchObject({ code: 250 })
  expect(await stranger.closed()).toMatch(/421 4\.3\.2 .*has not logged in/)
  expect(await app.send('NOOP')).toMatchObject({ code: 250 })
})
