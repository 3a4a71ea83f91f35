import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect as connectTcp, type AddressInfo } from 'node:net'
import { io as connect, type Socket } from 'socket.io-client'
import { afterEach, expect, test } from 'vitest'
import type { ClientEvents, JoinAnswer, ServerEvents } from '@mailstop/contract'
import { testShares } from '../../test/clients/shares.ts'
import { createEvents } from '../events.ts'
import { limitConnections } from '../http/connections/connection-limits.ts'
import { createRealtime, type RealtimeDeps } from './realtime.ts'

type Client = Socket<ServerEvents, ClientEvents>

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const fail = (error: unknown): never => {
  throw error
}

/** Users 1 and 2 are members of team 7; the cookie names user and session. */
async function liveServer(overrides: Partial<RealtimeDeps> = {}) {
  const members = new Set([1, 2])
  const server = createServer()
  const realtime = createRealtime({
    actorOf: async (request) => {
      const [userId, sessionId, verified] = (request.headers.cookie ?? '').split(',')
      return userId && sessionId
        ? { kind: 'user', userId: Number(userId), sessionId, verified: verified !== 'unverified' }
        : null
    },
    upgradeAllowed: ({ headers }) => headers.origin === 'http://ours.test',
    mayJoin: async ({ userId }, channel) => channel === 'teams.7.mails' && members.has(userId),
    joins: testShares().joins,
    strangerOf: () => ({ user: 'somebody' }),
    webBuild: () => 'this-build',
    events: createEvents(fail),
    now: Date.now,
    onError: fail,
    ...overrides,
  })
  realtime.attach(server)
  limitConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUps.push(async () => {
    await realtime.stop()
    server.close()
  })
  const { port } = server.address() as AddressInfo

  function client(cookie: string, origin = 'http://ours.test'): Client {
    const socket: Client = connect(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { cookie, origin },
    })
    cleanUps.push(() => socket.disconnect())
    return socket
  }
  return { realtime, members, client, port }
}

const joined = (socket: Client, channel: string): Promise<JoinAnswer> =>
  new Promise((resolve) => socket.emit('join', channel, resolve))

const heard = <E extends keyof ServerEvents>(socket: Client, event: E) =>
  new Promise<Parameters<ServerEvents[E]>[0]>((resolve) => {
    socket.once(event, resolve as never)
  })

const outdated = { team_id: 7, user_id: null }

test('a member who joined hears the channel', async () => {
  const { realtime, client } = await liveServer()
  const socket = client('1,a')
  expect(await joined(socket, 'teams.7.mails')).toMatchObject({ ok: true })
  const event = heard(socket, 'InboxOutdated')
  realtime.publish('teams.7.mails', 'InboxOutdated', outdated)
  expect(await event).toEqual(outdated)
})

test('the reply to a join has the frames that were sent on the channel shortly before', async () => {
  const clock = { time: 0 }
  const { realtime, client } = await liveServer({ now: () => clock.time })
  clock.time = 100
  realtime.publish('teams.7.mails', 'InboxOutdated', outdated)
  realtime.publish('teams.8.mails', 'InboxOutdated', { team_id: 8, user_id: null })
  clock.time = 130
  expect(await joined(client('1,a'), 'teams.7.mails')).toEqual({
    ok: true,
    recent: [{ name: 'InboxOutdated', event: outdated, ago_ms: 30 }],
    complete_ms: 130,
  })
})

test.each([
  ['a team of others', '3,a', 'teams.7.mails'],
  ['an unverified user', '1,a,unverified', 'teams.7.mails'],
  ['a channel that does not exist', '1,a', 'teams.8.mails'],
  ['the room of a user', '1,a', 'user:2'],
  ['the room of a session', '1,a', 'session:b'],
])('joining is refused: %s', async (_, cookie, channel) => {
  const { client } = await liveServer()
  expect(await joined(client(cookie), channel)).toEqual({ ok: false, code: 'not_found' })
})

test.each([null, 7, {}, ['teams.7.mails'], 'x'.repeat(5_000)])(
  'a channel that is no name is refused: %j',
  async (channel) => {
    const { client } = await liveServer()
    expect(await joined(client('1,a'), channel as string)).toEqual({ ok: false, code: 'not_found' })
  },
)

test('a failing membership check is reported, and ends the connection, so that the client joins again', async () => {
  const errors: unknown[] = []
  const { client } = await liveServer({
    mayJoin: async () => {
      throw new Error('store away')
    },
    onError: (error) => errors.push(error),
  })
  const socket = client('1,a')
  const disconnected = once(socket as never, 'disconnect')
  socket.emit('join', 'teams.7.mails', () => {})
  expect((await disconnected)[0]).toBe('io server disconnect')
  expect(errors).toMatchObject([{ message: 'store away' }])
})

test('a connection without a session is refused', async () => {
  const { client } = await liveServer()
  const [error] = (await once(client('') as never, 'connect_error')) as [Error]
  expect(error).toMatchObject({ description: { message: 'Unexpected server response: 401' } })
})

test('a client that resets its connection while its session is looked up ends nothing', async () => {
  const asked = Promise.withResolvers<IncomingMessage>()
  const found = Promise.withResolvers<null>()
  const { client, port } = await liveServer({
    async actorOf(request) {
      asked.resolve(request)
      return found.promise
    },
  })
  const uncaught: Error[] = []
  const note = (error: Error) => void uncaught.push(error)
  process.on('uncaughtExceptionMonitor', note)
  cleanUps.push(() => process.off('uncaughtExceptionMonitor', note))
  const stranger = connectTcp(port, '127.0.0.1')
  stranger.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      'Host: ours.test',
      'Origin: http://ours.test',
      'Cookie: mailstop_session=made-up',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  )
  const { socket } = await asked.promise
  // `once` of node:events would listen to errors itself.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  stranger.resetAndDestroy()
  await closed
  found.resolve(null)
  await once(client('') as never, 'connect_error')
  expect(uncaught).toEqual([])
})

test.each(['http://evil.test', 'null', 'http://ours.test.evil.test'])(
  'a connection from the page %s is refused',
  async (origin) => {
    const { client } = await liveServer()
    const [error] = (await once(client('1,a', origin) as never, 'connect_error')) as [Error]
    expect(error.message).toBe('websocket error')
  },
)

test('a membership that ends takes the channel away, from that user alone', async () => {
  const { realtime, members, client } = await liveServer()
  const [leaver, stayer] = [client('1,a'), client('2,b')]
  await joined(leaver, 'teams.7.mails')
  await joined(stayer, 'teams.7.mails')
  let leaked = 0
  leaver.on('InboxOutdated', () => (leaked += 1))

  members.delete(1)
  const closed = heard(leaver, 'ChannelClosed')
  realtime.close('teams.7.mails', 1)
  expect(await closed).toEqual({ channel: 'teams.7.mails' })

  const event = heard(stayer, 'InboxOutdated')
  realtime.publish('teams.7.mails', 'InboxOutdated', outdated)
  expect(await event).toEqual(outdated)
  expect(await joined(leaver, 'teams.7.mails')).toEqual({ ok: false, code: 'not_found' })
  expect(leaked).toBe(0)
})

test('a membership that ends while the join is under way wins', async () => {
  const answers = [true, false]
  const { realtime, client } = await liveServer({ mayJoin: async () => answers.shift() ?? false })
  const socket = client('1,a')
  let leaked = 0
  socket.on('InboxOutdated', () => (leaked += 1))
  expect(await joined(socket, 'teams.7.mails')).toEqual({ ok: false, code: 'not_found' })
  realtime.publish('teams.7.mails', 'InboxOutdated', outdated)
  await joined(socket, 'teams.9.mails')
  expect(leaked).toBe(0)
})

test('a session that ended while its socket was being opened joins nothing', async () => {
  const actor = { kind: 'user' as const, userId: 1, sessionId: 'a', verified: true }
  const actors = [actor, actor, null]
  const { client } = await liveServer({ actorOf: async () => actors.shift() ?? null })
  expect(await joined(client('1,a'), 'teams.7.mails')).toEqual({ ok: false, code: 'signed_out' })
})

test('a client that left hears nothing more', async () => {
  const { realtime, client } = await liveServer()
  const socket = client('1,a')
  let after = 0
  await joined(socket, 'teams.7.mails')
  socket.on('InboxOutdated', () => (after += 1))
  socket.emit('leave', 'teams.7.mails')
  await joined(socket, 'teams.9.mails')
  realtime.publish('teams.7.mails', 'InboxOutdated', outdated)
  await joined(socket, 'teams.9.mails')
  expect(after).toBe(0)
})

test('a session that ends ends its connections, and no others', async () => {
  const { realtime, client } = await liveServer()
  const [ended, other] = [client('1,a'), client('1,b')]
  await joined(ended, 'teams.7.mails')
  await joined(other, 'teams.7.mails')
  const disconnected = once(ended as never, 'disconnect')
  realtime.disconnectSession('a')
  await disconnected
  expect(await joined(other, 'teams.7.mails')).toMatchObject({ ok: true })
})

test('a socket that asks to join without end is disconnected, and another user does not wait for it', async () => {
  let asked = 0
  const gate = Promise.withResolvers<void>()
  const { client } = await liveServer({
    async mayJoin({ userId }) {
      asked += 1
      if (userId === 1) await gate.promise
      return true
    },
  })
  const eve = client('1,s1')
  await new Promise<void>((resolve) => eve.once('connect', resolve))
  const ended = new Promise((resolve) => eve.once('disconnect', resolve))
  for (let frame = 0; frame < 20_000; frame += 1) eve.emit('join', 'teams.7.mails', () => {})
  await ended
  expect(await joined(client('2,s2'), 'teams.7.mails')).toMatchObject({ ok: true })
  // One of the first user's, two of the second's.
  expect(asked).toBe(3)
  gate.resolve()
})

test.each(['0', '0/serving,', '0/working,'])(
  'a socket that connects without end (%s) is closed, and looks for its session twice',
  async (packet) => {
    let asked = 0
    const { client } = await liveServer({
      async actorOf() {
        asked += 1
        return { kind: 'user', userId: 1, sessionId: 'a', verified: true }
      },
    })
    const socket = client('1,a')
    const ended = new Promise((resolve) => socket.io.once('close', resolve))
    socket.io.engine.once('open', () => {
      for (let count = 0; count < 5_000; count += 1) socket.io.engine.write(packet)
    })
    await ended
    // For the handshake, and for the first connect.
    expect(asked).toBeLessThanOrEqual(2)
  },
)

test('a client hears at each connection which build of the web app it should have', async () => {
  const { client } = await liveServer()
  const socket = client('1,a')
  expect(await heard(socket, 'Welcome')).toEqual({ web_build: 'this-build' })
  socket.disconnect()
  const again = heard(socket, 'Welcome')
  socket.connect()
  expect(await again).toEqual({ web_build: 'this-build' })
})

test.each(['/serving', '/working'])(
  'a browser is not admitted to %s, where processes speak to each other',
  async (namespace) => {
    const { client } = await liveServer()
    const socket = client('1,s')
    await new Promise<void>((resolve) => socket.once('connect', resolve))
    const ended = new Promise((resolve) => socket.once('disconnect', resolve))
    const other = socket.io.socket(namespace)
    await ended
    expect(other.connected).toBe(false)
  },
)
