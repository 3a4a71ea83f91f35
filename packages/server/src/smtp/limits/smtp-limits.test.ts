import { connect as connectTcp } from 'node:net'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { connectSmtp } from '../../../test/clients/smtp-client.ts'
import { authPlain, password, username } from '../../../test/clients/smtp-harness.ts'
import {
  big,
  loggedIn,
  start,
  tick,
  until,
  untilData,
} from '../../../test/clients/smtp-sessions.ts'

describe('limits', () => {
  test('connections of one address: the next one gets a reply and is closed', async () => {
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

  test('where there is no room, one that has not logged in for five seconds makes way', async () => {
    let clock = 0
    for (const limit of ['connectionsPerAddress', 'connections']) {
      const { port, smtp } = await start({ elapsed: () => clock, limits: { [limit]: 2 } })
      const app = await loggedIn(port)
      const silent = await connectSmtp({ port })
      clock += 4_999
      expect((await connectSmtp({ port })).greeting.code).toBe(421)
      clock += 1
      const next = await loggedIn(port)
      expect((await silent.read()).lines[0]).toMatch(/has not logged in/)
      await silent.closed()
      clock += 5_000
      expect((await connectSmtp({ port })).greeting.code).toBe(421)
      expect(smtp.stats().connections).toBe(2)
      for (const client of [app, next]) client.destroy()
    }
  })

  test('connections in all: the next one gets a reply on a plain port, and is closed with TLS', async () => {
    const { port, tlsPort } = await start({ limits: { connections: 1 } })
    const first = await connectSmtp({ port })
    expect((await connectSmtp({ port })).greeting).toMatchObject({ code: 421 })
    await expect(connectSmtp({ port: tlsPort, tls: true })).rejects.toThrow(
      /ECONNRESET|disconnected/,
    )
    first.destroy()
  })

  /** One guess a connection, as that is all that a client has past its limit. */
  async function guess(port: number, name: string, secret: string) {
    const client = await connectSmtp({ port })
    await client.send('EHLO x')
    const { code } = await client.login(name, secret)
    client.destroy()
    return code
  }

  test('wrong passwords for an app lock out neither it nor a new one with the right password', async () => {
    const { port } = await start()
    expect(await guess(port, username, password)).toBe(235)
    for (let count = 0; count < 150; count += 1) {
      expect(await guess(port, username, `wrong ${count}`)).toBe(535)
    }
    expect(await guess(port, username, password)).toBe(235)
    const restarted = await start()
    for (let count = 0; count < 150; count += 1) {
      expect(await guess(restarted.port, username, `wrong ${count}`)).toBe(535)
    }
    expect(await guess(restarted.port, username, password)).toBe(235)
  })

  test('wrong names lock out nobody behind their address', async () => {
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
    expect((await client.login(username, password)).code).toBe(235)
    client.destroy()
  })

  test('a wrong password is one guess, whatever tags its user name has', async () => {
    const { port } = await start({ limits: { authFailuresPerAddress: 2 } })
    for (let run = 0; run < 5; run += 1) {
      expect(await guess(port, `${username}+run${run}`, 'old')).toBe(535)
    }
    const client = await connectSmtp({ port })
    await client.send('EHLO x')
    expect((await client.login(`${username}+run1`, 'older')).code).toBe(535)
    // Not past the limit before this one.
    expect((await client.send('NOOP')).code).toBe(250)
    client.destroy()
  })

  test('a client past its limit of wrong logins has one guess a connection', async () => {
    const { port } = await start({ limits: { authFailuresPerAddress: 2 } })
    expect([await guess(port, 'a', 'x'), await guess(port, 'b', 'x')]).toEqual([535, 535])
    const client = await connectSmtp({ port })
    await client.send('EHLO x')
    expect((await client.login('c', 'x')).code).toBe(535)
    expect(await client.read()).toMatchObject({ code: 421 })
    expect(await client.closed()).toBe('')
  })

  test('what clients past their limit try is checked one by one, for as long as they wait', async () => {
    const gate = Promise.withResolvers<void>()
    let underWay = 0
    let checked = 0
    const { port } = await start({
      limits: { authFailuresPerAddress: 1 },
      authenticate: async (attempt) => {
        underWay += 1
        checked += 1
        if (attempt.password === 'slow') await gate.promise
        expect(underWay).toBe(1)
        underWay -= 1
        return attempt.password === password ? { id: 7 } : null
      },
    })
    expect(await guess(port, username, 'wrong')).toBe(535)
    const slow = guess(port, username, 'slow')
    await until(() => checked === 2)
    const waiting = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const client = await connectSmtp({ port })
        await client.send('EHLO x')
        client.write(`${authPlain(username, 'never waited for')}\r\n`)
        return client
      }),
    )
    const honest = guess(port, username, password)
    for (const client of waiting) client.destroy()
    // A round trip later the server has seen that they are gone.
    const later = await connectSmtp({ port })
    expect((await later.send('EHLO x')).code).toBe(250)
    later.destroy()
    gate.resolve()
    expect(await slow).toBe(535)
    expect(await honest).toBe(235)
    expect(checked).toBe(3)
  })

  test('an app that keeps sending an old password does not have its address slowed', async () => {
    const warnings: object[] = []
    const log = { info: () => {}, warn: (details: object) => warnings.push(details), error() {} }
    const { port } = await start({ log, limits: { authFailuresPerAddress: 2 } })
    for (let count = 0; count < 45; count += 1) {
      expect(await guess(port, username, 'the old password')).toBe(535)
    }
    expect(warnings).toEqual([])
    await guess(port, username, 'another')
    expect(warnings).toEqual([{ client: '127.0.0.1' }])
  })

  test('logins at once get no more quick checks than one after another', async () => {
    let atOnce = 0
    let most = 0
    const { port } = await start({
      limits: { authFailuresPerAddress: 5 },
      authenticate: async () => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await new Promise((done) => setImmediate(done))
        atOnce -= 1
        return null
      },
    })
    const codes = await Promise.all(
      Array.from({ length: 30 }, (_, index) => guess(port, username, `guess ${index}`)),
    )
    expect(most).toBeLessThanOrEqual(6)
    expect(codes).toEqual(Array(30).fill(535))
  })

  test('commands without a mail', async () => {
    const { port } = await start({ limits: { linesPerMail: 7 } })
    const client = await loggedIn(port)
    expect((await client.mail('a@b', ['c@d'], 'x\r\n')).code).toBe(250)
    for (let count = 0; count < 7; count += 1) expect((await client.send('NOOP')).code).toBe(250)
    expect(await client.send('NOOP')).toEqual({
      code: 421,
      lines: ['4.7.0 Too many commands without a message'],
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
    // One a second is logged.
    expect(errors.length).toBeGreaterThan(0)
    client.destroy()
  })

  test.each([
    ['nothing', ''],
    ['half a command', 'NOO'],
  ])('an idle client that sends %s gets 421, with or without bytes', async (_title, bytes) => {
    let clock = 0
    const { port } = await start({ elapsed: () => clock, limits: { sweepMs: 5 } })
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
    const { port, mails } = await start({ elapsed: () => clock, limits: { sweepMs: 5 } })
    const client = await untilData(port)
    const drip = tick(() => {
      clock += 10_000
      client.write('x\r\n')
    })
    const reply = await Promise.race([client.read(), drip])
    expect(reply).toEqual({ code: 421, lines: ['4.4.2 The message took too long'] })
    expect(clock).toBeGreaterThan(10 * 60_000)
    client.destroy()
    expect(mails).toEqual([])
  })

  test('content that comes too slowly once it is no longer small', async () => {
    let clock = 0
    const { port } = await start({
      elapsed: () => clock,
      limits: { sweepMs: 5, rateFreeBytes: 10, rateWindowMs: 1_000, dataBytesPerSecond: 100 },
    })
    const client = await untilData(port)
    client.write('0123456789\r\n')
    const reply = await Promise.race([client.read(), tick(() => (clock += 500))])
    expect(reply).toEqual({ code: 421, lines: ['4.4.2 The message came too slowly'] })
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

  test('are not used by a chunk that nobody asked for', async () => {
    const { port, smtp } = await start()
    const client = await connectSmtp({ port })
    expect((await client.send('NOOP\r\nBDAT 1000000\r\nx')).code).toBe(250)
    expect(smtp.stats().bytesInFlight).toBe(0)
    client.destroy()
  })
})
