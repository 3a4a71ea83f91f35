import { connect as connectTcp } from 'node:net'
import { once } from 'node:events'
import { connect as connectTls } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { connectSmtp } from '../../test/clients/smtp-client.ts'
import { password, username } from '../../test/clients/smtp-harness.ts'
import { loggedIn, start, tick, until } from '../../test/clients/smtp-sessions.ts'

describe('TLS', () => {
  test('is not offered, and refused, on a port without STARTTLS', async () => {
    const { port, mails } = await start({ ports: [{ port: 0, tls: 'none' }] })
    const client = await connectSmtp({ port })
    const { lines } = await client.send('EHLO client.test')
    expect(lines).not.toContain('STARTTLS')
    expect(lines).toContain('AUTH PLAIN LOGIN CRAM-MD5 XOAUTH2')
    expect(await client.startTls()).toMatchObject({ code: 502 })
    expect((await client.login(username, password)).code).toBe(235)
    expect((await client.mail('a@b', ['c@d'], 'x\r\n')).code).toBe(250)
    expect(mails).toMatchObject([{ tls: false }])
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
    const { port, tlsPort, smtp } = await start({ elapsed: () => clock, limits: { sweepMs: 5 } })
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
