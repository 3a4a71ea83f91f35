import { connect as connectTcp, createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { connectSmtp } from '../../test/clients/smtp-client.ts'
import { authPlain, password, startSmtp, username } from '../../test/clients/smtp-harness.ts'
import { loggedIn, start, until, untilData } from '../../test/clients/smtp-sessions.ts'

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

  test('an error within, such as memory that is not there, ends one connection alone', async () => {
    const { port, mails, errors } = await start()
    const [broken, other] = [await loggedIn(port), await loggedIn(port)]
    const error = new RangeError('Array buffer allocation failed')
    const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow').mockImplementation(() => {
      throw error
    })
    onTestFinished(() => allocate.mockRestore())
    // The chunk holds more than the mail, which is therefore copied.
    const recipients = 'RCPT TO:<c@d>\r\n'.repeat(10)
    broken.write(`MAIL FROM:<a@b>\r\n${recipients}DATA\r\nx\r\n.\r\n`)
    await broken.closed()
    allocate.mockRestore()
    expect((await other.mail('a@b', ['c@d'], 'x\r\n')).code).toBe(250)
    expect(mails.length).toBe(1)
    expect(errors).toEqual([expect.objectContaining({ err: error })])
    other.destroy()
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
    smtp.endSessions({ accountId: 1 })
    expect(await idle?.read()).toMatchObject({ code: 421 })
    expect(await sending?.read()).toMatchObject({ code: 421 })
    expect((await other?.mail('a@b', ['c@d'], 'x\r\n'))?.code).toBe(250)
    expect(mails.length).toBe(1)
    for (const client of clients) client.destroy()
  })

  test('a login that was being checked when its sessions were ended does not hold', async () => {
    const checked = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
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
    smtp.endSessions({ accountId: 7 })
    checked.resolve()
    expect((await reply).code).toBe(454)
    client.destroy()
  })

  test.each([0, 1, 2, 3, 4, 5, 6])(
    'a login that was checked %i turns before its sessions were ended does not hold either',
    async (turns) => {
      const checked = Promise.withResolvers<{ id: number }>()
      const asked = Promise.withResolvers<void>()
      const { port, smtp } = await start({
        authenticate: () => {
          asked.resolve()
          return checked.promise
        },
      })
      const client = await connectSmtp({ port })
      await client.send('EHLO x')
      const reply = client.login(username, password)
      await asked.promise
      checked.resolve({ id: 7 })
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      smtp.endSessions({ accountId: 7 })
      const codes = [(await reply).code]
      if (codes[0] === 235) codes.push((await client.read()).code)
      expect([[454], [235, 421]]).toContainEqual(codes)
      client.destroy()
    },
  )

  test('stopping says goodbye to the idle and lets a mail under way finish', async () => {
    const stored = Promise.withResolvers<{ id: number }>()
    const asked = Promise.withResolvers<void>()
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

  test('a mail whose client was sent away by the grace is given up', async () => {
    const stored = Promise.withResolvers<{ id: number }>()
    const asked = Promise.withResolvers<{ readonly aborted: boolean }>()
    const { port, smtp } = await startSmtp({
      limits: { stopGraceMs: 20 },
      receive: ({ givenUp }) => {
        asked.resolve(givenUp)
        return stored.promise
      },
    })
    const client = await untilData(port)
    client.write('x\r\n.\r\n')
    const givenUp = await asked.promise
    const stopped = smtp.stop()
    expect(givenUp.aborted).toBe(false)
    expect((await client.read()).code).toBe(421)
    expect(givenUp.aborted).toBe(true)
    stored.resolve({ id: 1 })
    await stopped
  })

  test('a port that is taken fails the start, and leaves no other port open', async () => {
    const taken = await start()
    const free = await start()
    const port = free.port
    await free.smtp.stop()
    await expect(
      startSmtp({ ports: [port, taken.port].map((each) => ({ port: each, tls: 'none' })) }),
    ).rejects.toThrow('EADDRINUSE')
    await expect(connectSmtp({ port })).rejects.toThrow('ECONNREFUSED')
  })

  test('a port that is taken, and that nobody asked for, is left out on all its addresses', async () => {
    const other = createServer()
    await once(other.listen(0, '::1'), 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const { smtp } = await start({
      host: 'localhost',
      ports: [
        { port: 0, tls: 'none' },
        { port, tls: 'starttls', unasked: true },
      ],
    })
    expect(smtp.isOpen()).toBe(true)
    await expect(connectSmtp({ port })).rejects.toThrow('ECONNREFUSED')
  })
})
