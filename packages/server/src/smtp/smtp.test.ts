import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { connectSmtp, stuffed } from '../../test/clients/smtp-client.ts'
import { password, username } from '../../test/clients/smtp-harness.ts'
import { big, loggedIn, start, tick, until, untilData } from '../../test/clients/smtp-sessions.ts'
import { forbidden, unavailable } from '../errors.ts'

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

  test.each([0, 1, 100, 65_536, 3_000_000])(
    'of %i bytes fills its buffer, or nearly',
    async (size) => {
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
      expect(source?.buffer.byteLength).toBeLessThanOrEqual(size + 64)
      client.destroy()
    },
  )

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
    const { port, smtp, failedOf } = await start({ now: () => 5, limits: { messageBytes: 10 } })
    const client = await loggedIn(port)
    expect((await client.mail('a@b', ['c@d'], '12345678901\r\n')).code).toBe(552)
    expect((await client.mail('a@b', ['c@d'], 'x\r\n')).code).toBe(250)
    expect((await client.mail('a@b', ['not an address'], 'x\r\n')).code).toBe(501)
    client.destroy()
    await until(() => smtp.stats().connections === 0)
    const refused = failedOf(7)
    expect(refused.map(replyOf)).toEqual(['501 5.1.3', '552 5.3.4'])
    expect(refused[1]).toMatchObject({ at: 5, remoteAddress: '127.0.0.1' })
    expect(refused[1]?.transcript).toMatch(
      /C: AUTH PLAIN \*\*\*\n[^]*\(13 bytes of content\)\nS: 552/,
    )
    expect(refused[0]?.transcript).not.toContain('bytes of content')
    expect(failedOf(8)).toEqual([])
  })

  test('is listed while its client stays connected, and before the next one', async () => {
    const { port, failedOf } = await start({ limits: { messageBytes: 10, sweepMs: 5 } })
    const client = await loggedIn(port)
    expect((await client.mail('a@b', ['c@d'], '12345678901\r\n')).code).toBe(552)
    await until(() => failedOf(7).length === 1)
    await client.send('MAIL FROM:<a@b>')
    expect((await client.send('RCPT TO:<not an address>')).code).toBe(501)
    await client.send('RSET')
    await until(() => failedOf(7).length === 2)
    expect(failedOf(7).map(replyOf)).toEqual(['501 5.1.3', '552 5.3.4'])
    client.destroy()
  })

  test('does not include a mail of which only another command was refused', async () => {
    const { port, smtp, failedOf } = await start({ limits: { messageBytes: 10 } })
    const client = await loggedIn(port)
    for (const content of ['x\r\n', 'y\r\n']) {
      expect((await client.login(username, password)).code).toBe(503)
      expect((await client.mail('a@b', ['c@d'], content)).code).toBe(250)
    }
    expect((await client.mail('a@b', ['c@d'], '12345678901\r\n')).code).toBe(552)
    expect((await client.mail('a@b', ['c@d'], 'z\r\n')).code).toBe(250)
    await client.send('QUIT')
    await until(() => smtp.stats().connections === 0)
    expect(failedOf(7).map(replyOf)).toEqual(['552 5.3.4'])
    client.destroy()
  })

  test('includes one that the store refused, or that was cut off', async () => {
    const { port, smtp, failedOf } = await start({
      limits: { messageBytes: 10, discardBytes: 20 },
      receive: () => Promise.reject(unavailable()),
    })
    const [one, other] = [await loggedIn(port), await untilData(port)]
    expect((await one.mail('a@b', ['c@d'], 'x\r\n')).code).toBe(452)
    await one.send('QUIT')
    other.write('x'.repeat(30))
    expect((await other.read()).code).toBe(552)
    await until(() => smtp.stats().connections === 0)
    expect(failedOf(7).map(replyOf).toSorted()).toEqual(['452 4.3.1', '552 5.3.4'])
    for (const client of [one, other]) client.destroy()
  })

  test('does not include a session that ended without one, by QUIT, by itself or by the server', async () => {
    const { port, smtp, failedOf } = await start({ limits: { authFailuresPerConnection: 9 } })
    const clients = [await loggedIn(port), await connectSmtp({ port }), await loggedIn(port)]
    const [quits, mistakes, idle] = clients
    await quits?.mail('a@b', ['c@d'], 'x\r\n')
    await quits?.send('QUIT')
    await mistakes?.send('MAIL FROM:<a@b>')
    await mistakes?.send('EHLO x')
    await mistakes?.login(username, 'wrong')
    await mistakes?.login(username, password)
    await mistakes?.send('QUIT')
    smtp.endSessions({ accountId: 7 })
    expect((await idle?.read())?.code).toBe(421)
    for (const client of clients) client.destroy()
    await until(() => smtp.stats().connections === 0)
    expect(failedOf(7).map(({ failure }) => failure)).toEqual(['wrong_password'])
  })
})

describe('250', () => {
  test('is said only when the mail is stored', async () => {
    const stored = Promise.withResolvers<{ id: number }>()
    const asked = Promise.withResolvers<void>()
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
    ['an account that is suspended', forbidden(), '550 5.2.1'],
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
    const asked: PromiseWithResolvers<{ id: number }>[] = []
    const givenUp: { readonly aborted: boolean }[] = []
    const { port, smtp } = await start({
      elapsed: () => clock,
      limits: { sweepMs: 5 },
      receive: (mail) => {
        const stored = Promise.withResolvers<{ id: number }>()
        asked.push(stored)
        givenUp.push(mail.givenUp)
        return stored.promise
      },
    })
    const client = await untilData(port)
    client.write('x\r\n.\r\n')
    const reply = await Promise.race([client.read(), tick(() => (clock += 4_000))])
    expect(reply).toMatchObject({ code: 451 })
    expect(clock).toBeGreaterThanOrEqual(30_000)
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
    expect(givenUp.map((signal) => signal.aborted)).toEqual([true, false])
    expect(smtp.stats()).toMatchObject({ accepted: 1, acceptedBytes: 1, notStored: 1 })
    client.destroy()
  })
})
