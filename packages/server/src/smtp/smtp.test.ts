import { connect as connectTcp } from 'node:net'
import { once } from 'node:events'
import { connect as connectTls } from 'node:tls'
import { createTransport } from 'nodemailer'
import { afterEach, describe, expect, test } from 'vitest'
import { connectSmtp, stuffed } from '../../test/smtp-client.ts'
import {
  authPlain,
  password,
  startSmtp,
  username,
  type StartedSmtp,
} from '../../test/smtp-harness.ts'
import { forbidden, unavailable } from '../errors.ts'
import type { SmtpOptions } from './smtp.ts'

const running: StartedSmtp[] = []
const clocks: NodeJS.Timeout[] = []
afterEach(async () => {
  for (const timer of clocks.splice(0)) clearInterval(timer)
  await Promise.all(running.splice(0).map(({ smtp }) => smtp.stop()))
})

async function start(overrides: Partial<SmtpOptions> = {}) {
  const server = await startSmtp(overrides)
  running.push(server)
  return server
}

/** A client that may send mail. */
async function loggedIn(port: number) {
  const client = await connectSmtp({ port })
  await client.send('EHLO client.test')
  expect((await client.login(username, password)).code).toBe(235)
  return client
}

async function untilData(port: number) {
  const client = await loggedIn(port)
  await client.send('MAIL FROM:<a@b>')
  await client.send('RCPT TO:<c@d>')
  expect((await client.send('DATA')).code).toBe(354)
  return client
}

/** A promise that is settled from outside, standing for a store that takes its time. */
function deferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: unknown) => void
  const promise = new Promise<T>((res, rej) => {
    resolve = res
    reject = rej
  })
  return { promise, resolve, reject }
}

const big = (bytes: number) => Buffer.alloc(bytes, 'Lorem ipsum dolor sit amet\r\n')

describe('a caught mail', () => {
  test('carries its exact bytes, envelope and circumstances', async () => {
    const { port, mails } = await start({ now: () => 1_234 })
    const client = await connectSmtp({ port })
    await client.send('EHLO client.test')
    await client.startTls()
    await client.send('EHLO client.test')
    await client.login(username, password)
    await client.send('MAIL FROM:<ü@b> SMTPUTF8 BODY=8BITMIME RET=HDRS ENVID=e1')
    await client.send('RCPT TO:<c@d> NOTIFY=NEVER ORCPT=rfc822;x@y')
    await client.send('RCPT TO:<e@f>')
    await client.send('DATA')
    const content = Buffer.from('A: b\r\n\r\n.\0\n.\r\ndot\rCR \xff\r\n', 'latin1')
    client.write(stuffed(content))
    expect((await client.read()).lines).toEqual(['2.0.0 Ok: queued as 1'])
    expect(mails).toMatchObject([
      {
        account: { id: 7 },
        envelope: {
          from: 'ü@b',
          to: ['c@d', 'e@f'],
          body: '8bitmime',
          smtputf8: true,
          ret: 'hdrs',
          envid: 'e1',
          delivery: [
            { notify: ['never'], orcpt: 'rfc822;x@y' },
            { notify: null, orcpt: null },
          ],
        },
        receivedAt: 1_234,
        remoteAddress: '127.0.0.1',
        helo: 'client.test',
        tls: true,
      },
    ])
    expect(Buffer.from(mails[0]?.source ?? [])).toEqual(content)
    client.destroy()
  })

  test.each([0, 1, 100, 65_536, 3_000_000])('of %i bytes has a buffer of its own', async (size) => {
    const { port, mails } = await start()
    const client = await loggedIn(port)
    await client.send('MAIL FROM:<a@b>\r\nRCPT TO:<c@d>')
    await client.read()
    const content = big(size)
    client.write(`BDAT ${size} LAST\r\n`)
    client.write(content)
    expect((await client.read()).code).toBe(250)
    const source = mails[0]?.source
    expect(source && content.equals(source)).toBe(true)
    expect(source?.buffer.byteLength).toBe(size)
    client.destroy()
  })

  test('is what a real mail library sent', async () => {
    const { port, tlsPort, mails } = await start()
    for (const secure of [false, true]) {
      const transport = createTransport({
        host: '127.0.0.1',
        port: secure ? tlsPort : port,
        secure,
        requireTLS: !secure,
        tls: { rejectUnauthorized: false },
        auth: { user: username, pass: password },
      })
      await transport.sendMail({
        from: 'a@b.test',
        to: ['c@d.test', 'ü@e.test'],
        subject: 'Hä',
        text: '.dot',
      })
      transport.close()
    }
    expect(mails.map(({ tls, envelope }) => [tls, envelope.to.length])).toEqual([
      [true, 2],
      [true, 2],
    ])
  })

  test('has a transcript without secrets, however the client went about logging in', async () => {
    const { port, mails } = await start()
    const client = await connectSmtp({ port })
    const secret = Buffer.from(`\0${username}\0${password}`).toString('base64')
    await client.send(`AUTH PLAIN ${secret}`)
    await client.send('EHLO client.test')
    await client.send(`AUTH ${secret}`)
    await client.send(secret)
    await client.send('AUTH LOGIN')
    await client.send(Buffer.from(username).toString('base64'))
    await client.send(Buffer.from('wrong').toString('base64'))
    await client.send(`auth plain ${secret}`)
    for (let mail = 0; mail < 3; mail += 1) await client.mail('a@b', [`c${mail}@d`], 'x\r\n')
    const transcript = mails[2]?.transcript ?? ''
    expect(transcript).toContain('C: EHLO client.test')
    expect(transcript).toContain('C: AUTH plain ***')
    expect(transcript).toContain('C: RCPT TO:<c2@d>')
    expect(transcript).not.toContain('c1@d')
    for (const hidden of [secret, Buffer.from(username).toString('base64'), password]) {
      expect(transcript).not.toContain(hidden)
    }
    client.destroy()
  })

  test('has a transcript of bounded length', async () => {
    const { port, mails } = await start({ limits: { recipients: 1_000 } })
    const client = await loggedIn(port)
    for (let count = 0; count < 100; count += 1) await client.send(`NOOP ${'x'.repeat(2_000)}`)
    await client.mail('a@b', Array<string>(300).fill(`${'c'.repeat(200)}@d`), 'x\r\n')
    expect(mails[0]?.transcript.length).toBeGreaterThan(8_000)
    expect(mails[0]?.transcript.length).toBeLessThanOrEqual(16 * 1_024)
    client.destroy()
  })
})

describe('a refused mail', () => {
  const replyOf = ({ reply }: { reply: string }) => reply.slice(0, 9)

  test('is remembered with how its session went, until a mail is stored', async () => {
    const { port, smtp } = await start({ now: () => 5, limits: { messageBytes: 10 } })
    const client = await loggedIn(port)
    expect((await client.mail('a@b', ['c@d'], '12345678901\r\n')).code).toBe(552)
    expect((await client.mail('a@b', ['c@d'], 'x\r\n')).code).toBe(250)
    expect((await client.mail('a@b', ['not an address'], 'x\r\n')).code).toBe(501)
    client.destroy()
    await until(() => smtp.stats().connections === 0)
    const refused = smtp.recentRefusals(7)
    expect(refused.map(replyOf)).toEqual(['501 5.1.3', '552 5.3.4'])
    expect(refused[1]).toMatchObject({ at: 5, remoteAddress: '127.0.0.1' })
    expect(refused[1]?.transcript).toMatch(
      /C: AUTH PLAIN \*\*\*\n[^]*\(13 bytes of content\)\nS: 552/,
    )
    expect(refused[0]?.transcript).not.toContain('bytes of content')
    expect(smtp.recentRefusals(8)).toEqual([])
  })

  test('is one that the store would not take, or that was cut off', async () => {
    const { port, smtp } = await start({
      limits: { messageBytes: 10, discardBytes: 20 },
      receive: () => Promise.reject(unavailable()),
    })
    const [one, other] = [await loggedIn(port), await untilData(port)]
    expect((await one.mail('a@b', ['c@d'], 'x\r\n')).code).toBe(452)
    await one.send('QUIT')
    other.write('x'.repeat(30))
    expect((await other.read()).code).toBe(552)
    await until(() => smtp.stats().connections === 0)
    expect(smtp.recentRefusals(7).map(replyOf).toSorted()).toEqual(['452 4.3.1', '552 5.3.4'])
    for (const client of [one, other]) client.destroy()
  })

  test('is none that a session ended without, be it by QUIT, by itself or by the server', async () => {
    const { port, smtp } = await start({ limits: { authFailuresPerConnection: 9 } })
    const clients = [await loggedIn(port), await connectSmtp({ port }), await loggedIn(port)]
    const [quits, mistakes, idle] = clients
    await quits?.mail('a@b', ['c@d'], 'x\r\n')
    await quits?.send('QUIT')
    await mistakes?.send('MAIL FROM:<a@b>')
    await mistakes?.send('EHLO x')
    await mistakes?.login(username, 'wrong')
    await mistakes?.login(username, password)
    await mistakes?.send('QUIT')
    smtp.endSessions(7)
    expect((await idle?.read())?.code).toBe(421)
    for (const client of clients) client.destroy()
    await until(() => smtp.stats().connections === 0)
    expect(smtp.recentRefusals(7)).toEqual([])
  })
})

describe('250', () => {
  test('is said only when the mail is stored', async () => {
    const stored = deferred<{ id: number }>()
    const asked = deferred<void>()
    const { port } = await start({
      receive: () => {
        asked.resolve()
        return stored.promise
      },
    })
    const client = await untilData(port)
    client.write('x\r\n.\r\nNOOP\r\n')
    await asked.promise
    let answered = false
    const reply = client.read().finally(() => (answered = true))
    await new Promise((done) => setImmediate(done))
    expect(answered).toBe(false)
    stored.resolve({ id: 42 })
    expect((await reply).lines).toEqual(['2.0.0 Ok: queued as 42'])
    expect((await client.read()).code).toBe(250)
    client.destroy()
  })

  test.each([
    ['a bug', new Error('disk full'), '451 4.3.0'],
    ['an unavailable store', unavailable(), '452 4.3.1'],
    ['an account without access', forbidden(), '550 5.7.1'],
  ])('is not said after %s, and the session goes on', async (_title, error, expected) => {
    const failures = [error]
    const { port } = await start({
      receive: async () => {
        const failure = failures.pop()
        if (failure) throw failure
        return { id: 2 }
      },
    })
    const client = await loggedIn(port)
    const { code, lines } = await client.mail('a@b', ['c@d'], 'x\r\n')
    expect(`${code} ${lines[0]}`).toContain(expected)
    expect((await client.mail('a@b', ['c@d'], 'x\r\n')).code).toBe(250)
    client.destroy()
  })

  test('is not said when storing throws before it promises', async () => {
    const { port } = await start({
      receive: () => {
        throw new Error('at once')
      },
    })
    const client = await loggedIn(port)
    expect((await client.mail('a@b', ['c@d'], 'x\r\n')).code).toBe(451)
    client.destroy()
  })

  test('is not said, and nothing hangs, when the store does not answer in time', async () => {
    let clock = 0
    const asked: ReturnType<typeof deferred<{ id: number }>>[] = []
    const { port, smtp } = await start({
      now: () => clock,
      limits: { sweepMs: 5 },
      receive: () => {
        const stored = deferred<{ id: number }>()
        asked.push(stored)
        return stored.promise
      },
    })
    const client = await untilData(port)
    client.write('x\r\n.\r\n')
    const reply = await Promise.race([client.read(), tick(() => (clock += 10_000))])
    expect(reply).toMatchObject({ code: 451 })
    expect(clock).toBeGreaterThan(5 * 60_000)
    expect(smtp.stats().bytesInFlight).toBe(3)
    client.write('MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nBDAT 1 LAST\r\nx')
    await until(() => asked.length === 2)
    asked[0]?.resolve({ id: 1 })
    await until(() => smtp.stats().bytesInFlight === 1)
    asked[1]?.resolve({ id: 2 })
    expect([await client.read(), await client.read(), await client.read()]).toMatchObject([
      { code: 250 },
      { code: 250 },
      { lines: ['2.0.0 Ok: queued as 2'] },
    ])
    expect(smtp.stats().bytesInFlight).toBe(0)
    client.destroy()
  })
})

/** Moves an injected clock on until what is raced with it has happened. */
function tick(advance: () => void): Promise<never> {
  clocks.push(setInterval(advance, 5))
  return new Promise(() => {})
}

describe('TLS', () => {
  const injections = [
    'NOOP\r\n',
    `EHLO evil\r\n${authPlain()}\r\nMAIL FROM:<evil@x>\r\nRCPT TO:<evil@x>\r\n`,
    'MAIL FROM:<evil@x>',
    'RSET\r\nQUIT\r\n',
  ]

  test.each(injections)('drops %j pipelined behind STARTTLS', async (injected) => {
    const { port, mails } = await start()
    const client = await connectSmtp({ port })
    await client.send('EHLO client.test')
    const reply = await client.startTls(injected)
    expect(reply.code).toBe(220)
    expect(await client.send('MAIL FROM:<a@b>')).toMatchObject({ code: 503 })
    expect((await client.send('EHLO client.test')).code).toBe(250)
    expect((await client.send('MAIL FROM:<a@b>')).code).toBe(530)
    expect((await client.login(username, password)).code).toBe(235)
    expect((await client.mail('a@b', ['c@d'], 'x\r\n')).code).toBe(250)
    expect(mails.map(({ envelope }) => envelope.from)).toEqual(['a@b'])
    client.destroy()
  })

  test('forgets login and mail at STARTTLS', async () => {
    const { port } = await start()
    const client = await loggedIn(port)
    await client.send('MAIL FROM:<a@b>')
    await client.startTls()
    expect((await client.send('RCPT TO:<c@d>')).code).toBe(503)
    await client.send('EHLO client.test')
    expect((await client.send('RCPT TO:<c@d>')).code).toBe(530)
    client.destroy()
  })

  test.each([
    ['garbage', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a truncated hello', Buffer.from('160301', 'hex')],
    [
      'an oversized record',
      Buffer.concat([Buffer.from('160301ffff', 'hex'), Buffer.alloc(70_000)]),
    ],
    ['NULs', Buffer.alloc(1_000)],
  ])('%s instead of a handshake ends that connection and nothing else', async (_title, bytes) => {
    const { port, tlsPort, errors } = await start()
    const witness = await loggedIn(port)
    for (const target of [port, tlsPort]) {
      const socket = connectTcp({ port: target, host: '127.0.0.1' })
      socket.on('error', () => {})
      if (target === port) {
        await once(socket, 'data')
        socket.write('EHLO x\r\n')
        await once(socket, 'data')
        socket.write('STARTTLS\r\n')
        await once(socket, 'data')
      }
      const closed = new Promise((done) => socket.once('close', done))
      socket.resume()
      socket.end(bytes)
      await closed
    }
    expect((await witness.mail('a@b', ['c@d'], 'x\r\n')).code).toBe(250)
    expect(errors).toEqual([])
    witness.destroy()
  })

  test('a stalled handshake is cut by its deadline', async () => {
    let clock = 0
    const { port, tlsPort, smtp } = await start({ now: () => clock, limits: { sweepMs: 5 } })
    const sockets = [tlsPort, port].map((target) => connectTcp({ port: target, host: '127.0.0.1' }))
    sockets[1]?.write('EHLO x\r\nSTARTTLS\r\n')
    const closed = sockets.map((socket) => once(socket.resume(), 'close'))
    await Promise.race([Promise.all(closed), tick(() => (clock += 5_000))])
    await until(() => smtp.stats().connections === 0)
    expect(clock).toBeGreaterThan(30_000)
  })

  test.each([
    ['TLSv1.2', 'TLSv1.2', true],
    ['TLSv1.3', 'TLSv1.3', true],
    ['TLSv1', 'TLSv1.1', false],
  ] as const)('from %s to %s is accepted: %s', async (minVersion, maxVersion, accepted) => {
    const { tlsPort } = await start()
    const socket = connectTls({
      port: tlsPort,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      minVersion,
      maxVersion,
      ciphers: 'DEFAULT:@SECLEVEL=0',
    })
    const connected = await new Promise((resolve) => {
      socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false))
    })
    expect(connected).toBe(accepted)
    socket.destroy()
  })

  test('a certificate that cannot be read ends the handshake, not the server', async () => {
    const { port, tlsPort, errors } = await start({
      certificate: () => {
        throw new Error('no such file')
      },
    })
    const socket = connectTcp({ port: tlsPort, host: '127.0.0.1' }).resume()
    await once(socket, 'close')
    const client = await connectSmtp({ port })
    expect(client.greeting.code).toBe(220)
    expect(errors.length).toBe(1)
    client.destroy()
  })
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setImmediate(done))
}

describe('limits', () => {
  test('connections of one address: the one beyond is told so and closed', async () => {
    const { port, smtp } = await start({ limits: { connectionsPerAddress: 2 } })
    const first = await connectSmtp({ port })
    const second = await connectSmtp({ port })
    const third = await connectSmtp({ port })
    expect(third.greeting).toEqual({
      code: 421,
      lines: ['4.7.0 Too many connections from your address'],
    })
    await third.closed()
    first.destroy()
    await until(() => smtp.stats().connections === 1)
    expect((await connectSmtp({ port })).greeting.code).toBe(220)
    second.destroy()
  })

  test('connections in all', async () => {
    const { port, tlsPort } = await start({ limits: { connections: 1 } })
    const first = await connectSmtp({ port })
    expect((await connectSmtp({ port })).greeting).toMatchObject({ code: 421 })
    await expect(connectSmtp({ port: tlsPort, tls: true })).rejects.toThrow(
      /ECONNRESET|disconnected/,
    )
    first.destroy()
  })

  test('failed logins of an account: credentials are no longer looked at', async () => {
    let checked = 0
    let clock = 0
    const { port } = await start({
      now: () => clock,
      limits: { authFailuresPerAccount: 3, authFailuresPerConnection: 100 },
      authenticate: async (attempt) => {
        checked += 1
        return attempt.password === password ? { id: 7 } : null
      },
    })
    const client = await connectSmtp({ port })
    await client.send('EHLO x')
    for (let count = 0; count < 3; count += 1) {
      expect((await client.login(username, 'wrong')).code).toBe(535)
    }
    expect((await client.login(username, password)).code).toBe(454)
    expect(checked).toBe(3)
    clock += 60 * 60_000
    expect((await client.login(username, password)).code).toBe(235)
    client.destroy()
  })

  test('an app that fails for ever behind an address does not lock out the next one', async () => {
    const { port } = await start({ limits: { authFailuresPerConnection: 1_000 } })
    const [broken, neighbour] = [await connectSmtp({ port }), await connectSmtp({ port })]
    await broken.send('EHLO x')
    const codes: number[] = []
    for (let count = 0; count < 40; count += 1) {
      codes.push((await broken.login('misconfigured', 'wrong')).code)
    }
    expect(codes).toEqual([...Array<number>(20).fill(535), ...Array<number>(20).fill(454)])
    await neighbour.send('EHLO x')
    expect((await neighbour.login(username, password)).code).toBe(235)
    for (const client of [broken, neighbour]) client.destroy()
  })

  test('failed logins of an address, whatever accounts it names', async () => {
    const { port } = await start({
      limits: {
        authFailuresPerConnection: 1_000,
        errorsBeforeDelay: 1_000,
        errorsBeforeClose: 1_000,
      },
    })
    const client = await connectSmtp({ port })
    await client.send('EHLO x')
    for (let count = 0; count < 100; count += 1) {
      expect((await client.login(`guess-${count}`, 'wrong')).code).toBe(535)
    }
    expect((await client.login(username, password)).code).toBe(454)
    client.destroy()
  })

  test('logins at once get no more guesses than one after another', async () => {
    let checked = 0
    const { port } = await start({
      limits: { authFailuresPerAccount: 5 },
      authenticate: async () => {
        checked += 1
        await new Promise((done) => setImmediate(done))
        return null
      },
    })
    const codes = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const client = await connectSmtp({ port })
        await client.send('EHLO x')
        const { code } = await client.login(username, 'guess')
        client.destroy()
        return code
      }),
    )
    expect(checked).toBe(5)
    expect(codes.filter((code) => code === 454).length).toBe(25)
  })

  test('commands without a mail', async () => {
    const { port } = await start({ limits: { linesPerMail: 7 } })
    const client = await loggedIn(port)
    expect((await client.mail('a@b', ['c@d'], 'x\r\n')).code).toBe(250)
    for (let count = 0; count < 7; count += 1) expect((await client.send('NOOP')).code).toBe(250)
    expect(await client.send('NOOP')).toEqual({
      code: 421,
      lines: ['4.7.0 Too many commands without a mail'],
    })
    expect(await client.closed()).toBe('')
  })

  test.each([
    ['command', 'NOOP', 'Line too long'],
    ['answer', 'AUTH PLAIN', 'Authentication line too long'],
  ])('a %s that never ends', async (_title, before, text) => {
    const { port } = await start({ limits: { discardLineBytes: 100_000 } })
    const client = await connectSmtp({ port })
    await client.send('EHLO x')
    await client.send(before)
    client.write(Buffer.alloc(300_000, 'A'))
    expect((await client.read()).lines[0]).toContain(text)
    expect((await client.read()).code).toBe(500)
    await client.closed()
  })

  test('three failed logins end the connection', async () => {
    const { port } = await start()
    const client = await connectSmtp({ port })
    await client.send('EHLO x')
    for (let count = 0; count < 3; count += 1) {
      expect((await client.login(username, 'wrong')).code).toBe(535)
    }
    expect(await client.read()).toMatchObject({ code: 421 })
    expect(await client.closed()).toBe('')
  })

  test('credentials that cannot be checked are not wrong', async () => {
    const { port, errors } = await start({ authenticate: () => Promise.reject(new Error('db')) })
    const client = await connectSmtp({ port })
    await client.send('EHLO x')
    for (let count = 0; count < 5; count += 1) {
      expect((await client.login(username, password)).code).toBe(454)
    }
    expect(errors.length).toBe(5)
    client.destroy()
  })

  test.each([
    ['nothing', ''],
    ['half a command', 'NOO'],
  ])('an idle client that sends %s is told 421, bytes or not', async (_title, bytes) => {
    let clock = 0
    const { port } = await start({ now: () => clock, limits: { sweepMs: 5 } })
    const client = await connectSmtp({ port })
    client.write(bytes)
    clock = 5 * 60_000
    expect((await client.send('')).code).toBe(500)
    client.write(bytes)
    const drip = tick(() => {
      clock += 10_000
      if (bytes !== '') client.write('x')
    })
    const reply = await Promise.race([client.read(), drip])
    expect(reply).toEqual({ code: 421, lines: ['4.4.2 No command came in time'] })
    expect(clock).toBeGreaterThan(10 * 60_000)
    client.destroy()
  })

  test('content that takes too long as a whole', async () => {
    let clock = 0
    const { port, mails } = await start({ now: () => clock, limits: { sweepMs: 5 } })
    const client = await untilData(port)
    const drip = tick(() => {
      clock += 10_000
      client.write('x\r\n')
    })
    const reply = await Promise.race([client.read(), drip])
    expect(reply).toEqual({ code: 421, lines: ['4.4.2 The mail took too long'] })
    expect(clock).toBeGreaterThan(10 * 60_000)
    client.destroy()
    expect(mails).toEqual([])
  })

  test('content that comes too slowly once it is no longer small', async () => {
    let clock = 0
    const { port } = await start({
      now: () => clock,
      limits: { sweepMs: 5, rateFreeBytes: 10, rateWindowMs: 1_000, dataBytesPerSecond: 100 },
    })
    const client = await untilData(port)
    client.write('0123456789\r\n')
    const reply = await Promise.race([client.read(), tick(() => (clock += 500))])
    expect(reply).toEqual({ code: 421, lines: ['4.4.2 The mail came too slowly'] })
    client.destroy()
  })

  test('errors are first delayed, then the last', async () => {
    const { port } = await start({
      limits: { errorsBeforeDelay: 1, errorsBeforeClose: 3, errorDelayMs: 1 },
    })
    const client = await connectSmtp({ port })
    client.write('A\r\nB\r\nC\r\nD\r\nNOOP\r\n')
    const codes: number[] = []
    for (let count = 0; count < 4; count += 1) codes.push((await client.read()).code)
    expect(codes).toEqual([500, 500, 500, 421])
    expect(await client.closed()).toBe('')
  })

  test('replies that are not read stop the reading of commands', async () => {
    const { port, mails } = await start({ limits: { linesPerMail: 1_000_000 } })
    const socket = connectTcp({ port, host: '127.0.0.1' }).pause()
    await once(socket, 'connect')
    // The replies are far more than what the system buffers between two sockets.
    const flood = `EHLO x\r\n${authPlain()}\r\n${'HELP\r\n'.repeat(300_000)}`
    socket.write(`${flood}MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nBDAT 1 LAST\r\nx`)
    for (let turn = 0; turn < 2_000; turn += 1) await new Promise((done) => setImmediate(done))
    expect(mails).toEqual([])
    socket.resume()
    await until(() => mails.length === 1)
    socket.destroy()
  })
})

describe('the bytes in flight', () => {
  test('50 big mails at once all arrive under a budget of a few', { timeout: 20_000 }, async () => {
    const messageBytes = 400_000
    const bytesInFlight = 1_200_000
    let most = 0
    const server = await start({
      limits: { messageBytes, bytesInFlight },
      receive: async () => {
        most = Math.max(most, server.smtp.stats().bytesInFlight)
        await new Promise((done) => setImmediate(done))
        return { id: 1 }
      },
    })
    const content = big(390_000)
    const codes = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const client = await loggedIn(server.port)
        const { code } = await client.mail('a@b', ['c@d'], content)
        client.destroy()
        return code
      }),
    )
    expect(codes).toEqual(Array(50).fill(250))
    expect(most).toBeGreaterThan(messageBytes)
    expect(most).toBeLessThanOrEqual(bytesInFlight)
    expect(server.smtp.stats().bytesInFlight).toBe(0)
  })

  test('are given back when clients vanish in the middle', async () => {
    const { port, smtp } = await start({
      limits: { messageBytes: 300_000, bytesInFlight: 400_000 },
    })
    const clients = await Promise.all(Array.from({ length: 5 }, () => untilData(port)))
    for (const client of clients) client.write(big(200_000))
    await until(() => smtp.stats().bytesInFlight > 200_000)
    for (const client of clients) client.destroy()
    await until(() => smtp.stats().connections === 0)
    expect(smtp.stats().bytesInFlight).toBe(0)
  })

  test('are not used by a mail that is too big', async () => {
    const { port, smtp } = await start({
      limits: { messageBytes: 100_000, discardBytes: 3_000_000 },
    })
    const client = await loggedIn(port)
    expect((await client.mail('a@b', ['c@d'], big(2_000_000))).code).toBe(552)
    expect(smtp.stats().bytesInFlight).toBe(0)
    expect((await client.mail('a@b', ['c@d'], 'x\r\n')).code).toBe(250)
    client.destroy()
  })
})

describe('endings', () => {
  test('a client that closes its side gets the answers to what it sent', async () => {
    const { port, mails } = await start()
    const socket = connectTcp({ port, host: '127.0.0.1', allowHalfOpen: true })
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.end(`EHLO x\r\n${authPlain()}\r\nMAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nDATA\r\nx\r\n.\r\n`)
    await once(socket, 'close')
    expect(text.trimEnd().split('\r\n').at(-1)).toBe('250 2.0.0 Ok: queued as 1')
    expect(mails.length).toBe(1)
  })

  test('half a mail is no mail', async () => {
    const { port, mails, smtp } = await start()
    const client = await untilData(port)
    client.write('half a mail\r\n.')
    client.end()
    await client.closed()
    await until(() => smtp.stats().connections === 0)
    expect(mails).toEqual([])
  })

  test('ending the sessions of an account spares the others', async () => {
    const { port, smtp, mails } = await start({
      authenticate: async (attempt) => ({ id: Number(attempt.username) }),
    })
    const clients = await Promise.all(
      ['1', '1', '2'].map(async (name) => {
        const client = await connectSmtp({ port })
        await client.send('EHLO x')
        await client.login(name, 'any')
        return client
      }),
    )
    const [idle, sending, other] = clients
    await sending?.send('MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nDATA')
    await sending?.read()
    await sending?.read()
    sending?.write('content')
    smtp.endSessions(1)
    expect(await idle?.read()).toMatchObject({ code: 421 })
    expect(await sending?.read()).toMatchObject({ code: 421 })
    expect((await other?.mail('a@b', ['c@d'], 'x\r\n'))?.code).toBe(250)
    expect(mails.length).toBe(1)
    for (const client of clients) client.destroy()
  })

  test('a login that was being checked when its sessions were ended does not hold', async () => {
    const checked = deferred<void>()
    const asked = deferred<void>()
    const { port, smtp } = await start({
      authenticate: async () => {
        asked.resolve()
        await checked.promise
        return { id: 7 }
      },
    })
    const client = await connectSmtp({ port })
    await client.send('EHLO x')
    const reply = client.login(username, password)
    await asked.promise
    smtp.endSessions(7)
    checked.resolve()
    expect((await reply).code).toBe(454)
    client.destroy()
  })

  test('stopping says goodbye to the idle and lets a mail under way finish', async () => {
    const stored = deferred<{ id: number }>()
    const asked = deferred<void>()
    const { port, smtp, errors } = await startSmtp({
      receive: () => {
        asked.resolve()
        return stored.promise
      },
    })
    const idle = await loggedIn(port)
    const open = await untilData(port)
    const storing = await untilData(port)
    storing.write('x\r\n.\r\nNOOP\r\n')
    await asked.promise
    open.write('first half ')
    const stopped = smtp.stop()
    expect(await idle.read()).toEqual({ code: 421, lines: ['4.3.2 The server is shutting down'] })
    await expect(connectSmtp({ port })).rejects.toThrow('ECONNREFUSED')
    open.write('second half\r\n.\r\n')
    stored.resolve({ id: 9 })
    for (const client of [storing, open]) {
      expect((await client.read()).code).toBe(250)
      expect((await client.read()).code).toBe(421)
      expect(await client.closed()).toBe('')
    }
    await stopped
    expect(smtp.stats()).toMatchObject({ connections: 0, accepted: 2 })
    expect(errors).toEqual([])
  })

  test('stopping does not wait longer than the grace', async () => {
    const { port, smtp } = await startSmtp({ limits: { stopGraceMs: 20, lingerMs: 20 } })
    const open = await untilData(port)
    const handshaking = connectTcp({ port, host: '127.0.0.1' })
    await once(handshaking, 'data')
    handshaking.write('EHLO x\r\nSTARTTLS\r\n')
    const stopped = smtp.stop()
    expect(await open.read()).toMatchObject({ code: 421 })
    await stopped
    expect(smtp.stats().connections).toBe(0)
    handshaking.destroy()
    open.destroy()
  })

  test('a port that is taken fails the start, and leaves no other port open', async () => {
    const taken = await start()
    const free = await start()
    const port = free.port
    await free.smtp.stop()
    await expect(startSmtp({ ports: [port, taken.port], tlsPorts: [] })).rejects.toThrow(
      'EADDRINUSE',
    )
    await expect(connectSmtp({ port })).rejects.toThrow('ECONNREFUSED')
  })
})
