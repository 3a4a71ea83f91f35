import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import {
  proxyHeaderV1Of,
  proxyHeaderV2,
  proxyHeaderV2Of,
} from '../../../test/clients/proxy-headers.ts'
import { connectSmtp } from '../../../test/clients/smtp-client.ts'
import { password, username } from '../../../test/clients/smtp-harness.ts'
import { start, until } from '../../../test/clients/smtp-sessions.ts'
import type { SmtpOptions } from '../smtp.ts'

/** A server behind a balancer on this machine, and what it logged. */
async function startBehind(overrides: Partial<SmtpOptions> = {}) {
  const logged: Record<string, unknown>[] = []
  const warn = (details: object, text: string) => void logged.push({ ...details, text })
  const log = { info: () => {}, warn, error: warn }
  const server = await start({ proxies: ['loopback'], log, ...overrides })
  return { ...server, logged }
}

type Client = Awaited<ReturnType<typeof connectSmtp>>

async function catchMail(client: Client) {
  await client.send('EHLO app.test')
  await client.login(username, password)
  const reply = await client.mail('a@b.test', ['c@d.test'], 'Subject: x\r\n\r\nx\r\n')
  client.destroy()
  return reply.code
}

/** Bytes as they are, without a client that waits for a greeting. */
async function raw(port: number, ...parts: (string | Uint8Array)[]) {
  const socket = connect({ host: '127.0.0.1', port })
  onTestFinished(() => void socket.destroy())
  socket.setNoDelay(true).on('error', () => {})
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  for (const part of parts) await new Promise((done) => socket.write(part, done))
  return { socket, received: () => received, closed: once(socket, 'close') }
}

test('a mail is of the client that the balancer names, by either version, before TLS too', async () => {
  const { port, tlsPort, mails } = await startBehind()
  const v1 = proxyHeaderV1Of('192.0.2.7')
  expect(await catchMail(await connectSmtp({ port, header: v1 }))).toBe(250)
  const v2 = proxyHeaderV2Of('192.0.2.8')
  expect(await catchMail(await connectSmtp({ port, header: v2 }))).toBe(250)
  expect(await catchMail(await connectSmtp({ port: tlsPort, tls: true, header: v1 }))).toBe(250)
  expect(await catchMail(await connectSmtp({ port: tlsPort, tls: true, header: v2 }))).toBe(250)
  const starting = await connectSmtp({ port, header: v2 })
  await starting.send('EHLO app.test')
  await starting.startTls()
  expect(await catchMail(starting)).toBe(250)
  const addresses = mails.map((mail) => mail.remoteAddress)
  expect(addresses).toEqual(['192.0.2.7', '192.0.2.8', '192.0.2.7', '192.0.2.8', '192.0.2.8'])
})

test('a header may come in parts, and commands right behind it', async () => {
  const { port } = await startBehind()
  const header = proxyHeaderV2Of('192.0.2.8')
  const bytes = [...header].map((byte) => Uint8Array.of(byte))
  const slow = await raw(port, ...bytes, 'EHLO x\r\n')
  await until(() => slow.received().includes('250 '))
  const quick = await raw(
    port,
    Buffer.concat([proxyHeaderV1Of('192.0.2.8'), Buffer.from('QUIT\r\n')]),
  )
  await quick.closed
  expect(quick.received()).toMatch(/^220 [^]*\r\n221 /)
})

test('limits by address are those of the clients, and the balancer has none', async () => {
  const { port, smtp } = await startBehind({ limits: { connectionsPerAddress: 1 } })
  const of = async (header: Uint8Array) => (await connectSmtp({ port, header })).greeting.code
  expect(await of(proxyHeaderV1Of('192.0.2.7'))).toBe(220)
  expect(await of(proxyHeaderV1Of('192.0.2.7'))).toBe(421)
  expect(await of(proxyHeaderV1Of('192.0.2.8'))).toBe(220)
  const check = proxyHeaderV2({ command: 0x20, family: 0, addresses: [] })
  for (let turn = 0; turn < 3; turn += 1) expect(await of(check)).toBe(220)
  expect(await of(Buffer.from('PROXY UNKNOWN\r\n'))).toBe(220)
  expect(smtp.stats()).toMatchObject({ connections: 6, turnedAway: 1 })
})

test('logins and open mail go by the address of the client', async () => {
  const asked: string[] = []
  const { port } = await startBehind({
    authenticate: async ({ remoteAddress }) => (asked.push(remoteAddress), null),
    open: {
      accountFor: (address) => (address === '192.0.2.7' ? { id: 3 } : null),
      knows: async () => true,
    },
  })
  const codes: number[] = []
  for (const address of ['192.0.2.7', '192.0.2.8']) {
    const client = await connectSmtp({ port, header: proxyHeaderV1Of(address) })
    await client.send('EHLO x')
    codes.push((await client.send('MAIL FROM:<a@b.test>')).code)
    await client.send('RSET')
    await client.login('someone', 'wrong')
    client.destroy()
  }
  expect(codes).toEqual([250, 530])
  expect(asked).toEqual(['192.0.2.7', '192.0.2.8'])
})

test('a connection of the balancer without a header is ended, and one log line says so', async () => {
  const { port, tlsPort, smtp, logged } = await startBehind()
  for (const [to, bytes] of [
    [port, 'EHLO x\r\n'],
    [tlsPort, '\x16\x03\x01'],
    [port, 'PROXY TCP4 nobody\r\n'],
  ] as const) {
    const { closed, received } = await raw(to, bytes)
    await closed
    expect(received()).toBe('')
  }
  expect(smtp.stats()).toMatchObject({ connections: 0, noProxyHeader: 3 })
  expect(logged).toEqual([
    {
      proxy: '127.0.0.1',
      reason: 'The connection began with something else',
      text: 'A connection of SMTP_PROXIES had no header of the PROXY protocol',
    },
  ])
})

test('a silent connection of the balancer is ended, and a look at the port is no fault', async () => {
  const { port, smtp, logged } = await startBehind({ limits: { proxyHeaderMs: 20 } })
  const look = await raw(port)
  look.socket.end()
  await look.closed
  expect(smtp.stats().noProxyHeader).toBe(0)
  const silent = await raw(port, 'PROXY TCP4 ')
  await silent.closed
  expect(smtp.stats().noProxyHeader).toBe(1)
  expect(logged).toMatchObject([{ reason: 'No header came in time' }])
})

test('connections without their header are few, and do not hold up the end', async () => {
  const { port, smtp } = await startBehind({ limits: { proxyHeaders: 2, proxyHeaderMs: 60_000 } })
  const waiting = [await raw(port), await raw(port)]
  const third = await raw(port)
  await third.closed
  expect(third.received()).toMatch(/^421 /)
  await smtp.stop()
  await Promise.all(waiting.map(({ closed }) => closed))
})

test('from other addresses a header is an unknown command', async () => {
  const { port, mails } = await startBehind({ proxies: ['192.0.2.0/24'] })
  const client = await connectSmtp({ port })
  expect(await client.send('PROXY TCP4 192.0.2.7 192.0.2.1 1 25')).toMatchObject({ code: 500 })
  expect(await catchMail(client)).toBe(250)
  expect(mails).toMatchObject([{ remoteAddress: '127.0.0.1' }])
})

test('a test mail reaches the ports of its own process where they expect a balancer', async () => {
  const { smtp, mails } = await startBehind()
  const mail = { from: 'a@b.test', to: 'c@d.test', subject: 'x', text: 'x', html: 'x' }
  expect(await smtp.submit({ accountId: 7, ...mail })).toMatch(/^250 /)
  expect(mails).toHaveLength(1)
})
