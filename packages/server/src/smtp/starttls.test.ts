import { connect as connectTcp } from 'node:net'
import { once } from 'node:events'
import { someByDay } from '../../test/nightly.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { connectSmtp } from '../../test/clients/smtp-client.ts'
import {
  authPlain,
  password,
  startSmtp,
  username,
  type StartedSmtp,
} from '../../test/clients/smtp-harness.ts'
import { starttlsInjections, type Injection } from '../../test/clients/starttls-injections.ts'

const running: StartedSmtp[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ smtp }) => smtp.stop()))
})

describe('injections behind STARTTLS', () => {
  const injections = someByDay(starttlsInjections(2_000), 5)

  test('none acts over sockets', { timeout: 120_000 }, async () => {
    const tried: string[] = []
    const server = await startSmtp({
      limits: { authFailuresPerAddress: 1_000_000 },
      authenticate: async (attempt) => {
        tried.push(attempt.username)
        return attempt.password === password ? { id: 7 } : null
      },
    })
    running.push(server)
    let dropped = 0
    let refused = 0
    const queue = [...injections]
    async function work(): Promise<void> {
      for (let next = queue.shift(); next; next = queue.shift()) {
        if (await inject(server.port, next)) dropped += 1
        else refused += 1
      }
    }
    await Promise.all(Array.from({ length: 8 }, work))
    // Behind STARTTLS in its packet they are dropped; later they are no TLS handshake.
    expect(dropped).toBeGreaterThan(injections.length * 0.45)
    expect(dropped + refused).toBe(injections.length)
    expect(tried).not.toContain('intruder')
    expect(server.mails.filter(({ envelope }) => envelope.from !== 'a@b')).toEqual([])
    expect(server.mails.length).toBe(dropped)
    expect(server.errors).toEqual([])
  })

  /** True when the client could go on over TLS, as if nothing had been injected. */
  async function inject(port: number, { title, before, injected, packet }: Injection) {
    const client = await connectSmtp({ port })
    try {
      await client.send('EHLO client.test')
      const replies = before.split('\r\n').length - 1
      const start = Buffer.from(`${before}STARTTLS\r\n`)
      client.write(packet === 'same' ? Buffer.concat([start, injected]) : start)
      if (packet === 'next') client.write(injected)
      for (let count = 0; count < replies; count += 1) await client.read()
      expect((await client.read()).code, title).toBe(220)
      const secured = await client.secure().then(
        () => true,
        () => false,
      )
      if (!secured && packet === 'next') return false
      expect(secured, title).toBe(true)
      expect((await client.send('MAIL FROM:<a@b>')).code, title).toBe(503)
      expect((await client.send('EHLO client.test')).code, title).toBe(250)
      expect((await client.send('MAIL FROM:<a@b>')).code, title).toBe(530)
      expect((await client.login(username, password)).code, title).toBe(235)
      expect((await client.mail('a@b', ['c@d'], 'x\r\n')).code, title).toBe(250)
      return true
    } finally {
      client.destroy()
    }
  }
})

test('what waits to be read while a login is checked does not outlive STARTTLS', async () => {
  let answer = (_account: { id: number }) => {}
  let ask = () => {}
  const asked = new Promise<void>((resolve) => (ask = resolve))
  const server = await startSmtp({
    authenticate: () => {
      ask()
      return new Promise((resolve) => (answer = resolve))
    },
  })
  running.push(server)
  const client = await connectSmtp({ port: server.port })
  await client.send('EHLO client.test')
  client.write(`${authPlain()}\r\nSTARTTLS\r\n`)
  await asked
  client.write('NOOP injected\r\n')
  // A client that gets an answer now was read after it.
  const witness = connectTcp({ port: server.port, host: '127.0.0.1' })
  await once(witness, 'data')
  for (let turn = 0; turn < 3; turn += 1) {
    witness.write('NOOP\r\n')
    await once(witness, 'data')
  }
  witness.destroy()
  answer({ id: 7 })
  expect((await client.read()).code).toBe(235)
  expect((await client.read()).code).toBe(220)
  await client.secure()
  expect((await client.send('HELP')).code).toBe(214)
  client.destroy()
})
