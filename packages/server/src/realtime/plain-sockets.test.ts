import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'
import { testShares } from '../../test/clients/shares.ts'
import { createPlainSockets, type PlainSocket } from './plain-sockets.ts'

/** Admits clients that name themselves in a header. */
async function plainServer(limits: { mostBufferedInAll?: number } = {}) {
  const server = createServer()
  const opened = new Map<string, PlainSocket>()
  const closed = new Map<string, Promise<string>>()
  let ping = () => {}
  const sockets = createPlainSockets<string>({
    paths: ['/events', '/other/events'],
    async admit({ headers }) {
      const { name } = headers
      if (typeof name !== 'string') throw new Error('nobody')
      return name
    },
    refuse: (error) => ({
      status: '401 Unauthorized',
      headers: { 'www-authenticate': 'Basic' },
      body: `${(error as Error).message}\n`,
    }),
    opened(name, socket) {
      const { promise, resolve } = Promise.withResolvers<string>()
      opened.set(name, socket)
      closed.set(name, promise)
      return () => resolve('closed')
    },
    handshakes: testShares().joins,
    strangerOf: () => ({ user: 'somebody' }),
    ...limits,
    every(work) {
      ping = work
      return () => (ping = () => {})
    },
  })
  sockets.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    sockets.stop()
    server.close()
  })

  function connect(name: string, options: ClientOptions = {}, path = '/events') {
    const headers: Record<string, string> = name === '' ? {} : { name }
    const client = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers, ...options })
    client.on('error', () => {})
    onTestFinished(() => client.terminate())
    return client
  }

  async function open(name: string, options?: ClientOptions, path?: string) {
    const client = connect(name, options, path)
    await once(client, 'open')
    const socket = opened.get(name)
    if (!socket) throw new Error('The server did not open it')
    return {
      client,
      socket,
      closed: closed.get(name) ?? Promise.reject(new Error('It was never open')),
    }
  }
  return { sockets, connect, open, ping: () => ping() }
}

const closeCode = async (client: WebSocket) => ((await once(client, 'close')) as [number])[0]

test('a client that is admitted gets what the server sends, until either closes', async () => {
  const { open, sockets } = await plainServer()
  const { client, socket } = await open('ada', {}, '/other/events?a=b')
  const message = once(client, 'message')
  socket.send('{"Type":"stats"}')
  expect(String((await message)[0])).toBe('{"Type":"stats"}')
  const code = closeCode(client)
  socket.close(4401, 'The token has ended')
  expect(await code).toBe(4401)

  const bob = await open('bob')
  bob.client.close()
  await bob.closed
  expect(sockets.size()).toBe(0)
})

test('a client that is not admitted gets an answer of HTTP', async () => {
  const { connect } = await plainServer()
  const [, response] = await once(connect(''), 'unexpected-response')
  expect(response.statusCode).toBe(401)
  expect(response.headers['www-authenticate']).toBe('Basic')
  const body: Buffer[] = []
  for await (const chunk of response) body.push(chunk)
  expect(Buffer.concat(body).toString()).toBe('nobody\n')
})

test('nothing is compressed, whatever a client offers', async () => {
  const { open } = await plainServer()
  const { client } = await open('ada', { perMessageDeflate: true })
  expect(client.extensions).toBe('')
})

test.each([
  ['a large message', (client: WebSocket) => client.send(Buffer.alloc(1_025))],
  ['many messages', (client: WebSocket) => send(40, () => client.send(Buffer.alloc(1_000)))],
  ['many pings', (client: WebSocket) => send(3_000, () => client.ping())],
  [
    'a message without an end',
    (client: WebSocket) => send(4_000, () => client.send('', { fin: false })),
  ],
])('%s closes the socket', async (_, act) => {
  const { open } = await plainServer()
  const { client, closed } = await open('mallory')
  act(client)
  expect(await closed).toBe('closed')
})

function send(times: number, one: () => void) {
  for (let count = 0; count < times; count++) one()
}

test('what a client sends between two pings is counted, and not what it sends in all', async () => {
  const { open, ping } = await plainServer()
  const { client, socket } = await open('ada')
  /** Resolves when the server has read all that was sent before. */
  const isRead = async () => {
    const pong = once(client, 'pong')
    client.ping()
    await pong
  }
  for (let round = 0; round < 5; round++) {
    send(10, () => client.send(Buffer.alloc(1_000)))
    await isRead()
    const pinged = once(client, 'ping')
    ping()
    await pinged
    await isRead()
  }
  const message = once(client, 'message')
  socket.send('still here')
  expect(String((await message)[0])).toBe('still here')
})

test('a client that answers no ping is cut off at the next', async () => {
  const { open, ping } = await plainServer()
  const silent = await open('silent', { autoPong: false })
  const lively = await open('lively')
  const pinged = [once(silent.client, 'ping'), once(lively.client, 'ping')]
  ping()
  await Promise.all(pinged)
  // The pong comes before what is sent after it.
  lively.client.close()
  await lively.closed
  ping()
  expect(await silent.closed).toBe('closed')
})

test('a client that does not read is cut off, and the others are not', async () => {
  const { open } = await plainServer()
  const slow = await open('slow')
  const other = await open('other')
  slow.client.pause()
  const frame = 'x'.repeat(100_000)
  send(400, () => slow.socket.send(frame))
  await slow.closed
  const message = once(other.client, 'message')
  other.socket.send('hello')
  expect(String((await message)[0])).toBe('hello')
})

test('many frames at once reach a client that reads them', async () => {
  const { open } = await plainServer()
  const { client, socket } = await open('ada')
  const last = new Promise((resolve) => {
    client.on('message', (data: Buffer) => String(data) === 'last' && resolve('read'))
  })
  send(400, () => socket.send('a frame'))
  socket.send('last')
  expect(await last).toBe('read')
})

test('where all together are too far behind, the one that is most is cut off', async () => {
  const { open } = await plainServer({ mostBufferedInAll: 500_000 })
  const clients = await Promise.all(['one', 'two', 'three'].map((name) => open(name)))
  const other = await open('other')
  for (const { client } of clients) client.pause()
  const frame = 'x'.repeat(50_000)
  const cut: string[] = []
  for (const { closed } of clients) void closed.then((how) => cut.push(how))
  // More than the system takes of each, and less than the bound of one.
  for (let round = 0; round < 300 && cut.length === 0; round++) {
    for (const { socket } of clients) socket.send(frame)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(cut).toEqual(['closed'])
  const message = once(other.client, 'message')
  other.socket.send('hello')
  expect(String((await message)[0])).toBe('hello')
})
