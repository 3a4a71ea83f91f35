import { STATUS_CODES, type IncomingMessage, type Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ClientEvents, JoinAnswer, ServerEvents } from '@mailstop/contract'
import { Server, type ServerOptions } from 'socket.io'
import { sharerOf, type UserActor } from '../actor.ts'
import type { EventBus, SharedEvent } from '../events.ts'
import type { FairShares } from '../lib/shares/fair-shares.ts'
import { Refusal } from '../errors.ts'
import { clientHungUp, type Sharer } from '../lib/shares/served-client.ts'
import { createRecentFrames } from './recent-frames.ts'
import { sendTogether } from './sent-together.ts'

/**
 * The live connection to browsers: private channels that a client joins and hears. It admits only
 * our own origin with a living session, asks at each join whether the user may hear that channel,
 * and removes the user from the channel when the permission has ended. Frames are best effort;
 * clients fetch again when they reconnect.
 */
export type RealtimeDeps = {
  actorOf: (request: IncomingMessage) => Promise<UserActor | null>
  /** Whether a handshake is for this server, and from no page of another site. */
  upgradeAllowed: (request: IncomingMessage) => boolean
  mayJoin: (actor: UserActor, channel: string) => Promise<boolean>
  /** Slots for handshakes and joins, since each of them queries the store. */
  joins: FairShares
  /** Handshakes are divided by address: who asks is not known yet. */
  strangerOf: (request: IncomingMessage) => Sharer
  /**
   * Carries frames and events between processes that share a database, in these namespaces; calls `onMissed`
   * as it says.
   */
  connectProcesses?: (
    onMissed: (since: number) => void,
    namespaces: Record<'all' | 'serving' | 'working', string>,
  ) => ServerOptions['adapter']
  /** Names the build of the web app that browsers get now. */
  webBuild: () => string | null
  events: Pick<EventBus, 'emit'>
  now: () => number
  onError: (error: unknown) => void
}

type SendFrame = <Name extends keyof ServerEvents>(
  channel: string,
  name: Name,
  event: Parameters<ServerEvents[Name]>[0],
) => void

type Frame = Parameters<SendFrame>

/**
 * What processes send each other: to all of them, to those that serve browsers and waits, and to those that work off
 * queues. Of many processes these may be few.
 */
type BetweenProcesses = {
  shared: (shared: SharedEvent) => void
  together: (sent: (Frame | SharedEvent)[]) => void
}
const namespaces = { all: '/', serving: '/serving', working: '/working' }

// A frame of ours is a few hundred bytes, a client's a channel name.
const maxFrameBytes = 10_000
const maxChannelsPerClient = 50
/** Tabs and devices. */
const maxSocketsPerUser = 200

const notFound = new Error('not_found')

const userRoom = (userId: number) => `user:${userId}`
const sharerRoom = (actor: UserActor) => `sharer:${sharerOf(actor).user}`
const sessionRoom = (sessionId: string) => `session:${sessionId}`

export function createRealtime(deps: RealtimeDeps) {
  const io = new Server<ClientEvents, ServerEvents, BetweenProcesses, { actor: UserActor }>({
    transports: ['websocket'],
    serveClient: false,
    // Other websockets of this server have paths of their own.
    destroyUpgrade: false,
    maxHttpBufferSize: maxFrameBytes,
    // Who has not connected by then has no use for the socket.
    connectTimeout: 10_000,
    allowRequest: (request, answer) =>
      void admit(request, (isAdmitted) => answer(null, isAdmitted)),
    ...(deps.connectProcesses && { adapter: deps.connectProcesses(missed, namespaces) }),
  })
  const connecting = new WeakSet<object>()
  /** A page connects once. Socket.IO would take any number of connects, and look for the session of each. */
  function connectOnce({ conn }: { conn: { close(): void } }, next: () => void): void {
    if (connecting.has(conn)) return conn.close()
    connecting.add(conn)
    next()
  }
  const serving = io.of(namespaces.serving)
  const working = io.of(namespaces.working)
  // Browsers have no business there.
  for (const one of [serving, working]) one.use(connectOnce).use((_, next) => next(notFound))
  const toServing = sendTogether<Frame | SharedEvent>({
    send(items) {
      if (deps.connectProcesses && !hasStopped) serving.serverSideEmit('together', items)
    },
    later: (work, ms) => void (ms === 0 ? setImmediate(work) : setTimeout(work, ms).unref()),
  })
  const recentFrames = createRecentFrames(deps.now)
  let hasStopped = false

  /** Sends a frame to the browsers that are connected here, and keeps it for browsers that join next. */
  const sendHere: SendFrame = (channel, name, event) => {
    recentFrames.add(channel, { name, event })
    io.local.to(channel).emit(name, ...([event] as Parameters<ServerEvents[typeof name]>))
  }

  const publish: SendFrame = (...frame) => {
    sendHere(...frame)
    toServing.add(frame)
  }

  function emitShared({ name, event }: SharedEvent): void {
    // `SharedEvent` pairs each name with its own event, which the type of `emit` cannot say of a union.
    const emit = deps.events.emit as (name: string, event: object) => void
    emit(name, { ...event, elsewhere: true })
  }
  io.on('shared', emitShared)
  working.on('shared', emitShared)
  serving.on('together', (sent) => {
    for (const one of sent) {
      if (Array.isArray(one)) sendHere(...one)
      else emitShared(one)
    }
  })

  /** Frames of other processes were lost: every client here reconnects, and so fetches again. */
  function missed(since: number): void {
    recentFrames.forget()
    for (const socket of io.sockets.sockets.values()) socket.conn.close()
    deps.events.emit('eventsMissed', { since })
  }

  /** A socket without a session would take a connection: it is refused before the handshake. */
  async function admit(request: IncomingMessage, answer: (isAdmitted: boolean) => void) {
    if (!deps.upgradeAllowed(request)) return answer(false)
    const { socket } = request
    const hungUp = new AbortController()
    const hangUp = () => hungUp.abort(clientHungUp)
    socket.once('close', hangUp)
    const client = { ...deps.strangerOf(request), connection: socket, signal: hungUp.signal }
    try {
      const actor = await deps.joins.within(1, () => deps.actorOf(request), client)
      if (actor) return answer(true)
      refuse(socket, 401)
    } catch (error) {
      if (!(error instanceof Refusal)) deps.onError(error)
      refuse(socket, 503)
    } finally {
      socket.off('close', hangUp)
    }
  }

  io.use(connectOnce).use((socket, next) => {
    deps.actorOf(socket.request).then(
      (actor) => {
        if (!actor) return next(new Error('signed_out'))
        const open = io.of('/').adapter.rooms.get(sharerRoom(actor))?.size ?? 0
        if (open >= maxSocketsPerUser) return next(new Error('unavailable'))
        socket.data.actor = actor
        return next()
      },
      (error: unknown) => {
        deps.onError(error)
        next(new Error('unavailable'))
      },
    )
  })

  io.on('connection', (socket) => {
    const { actor } = socket.data
    // Socket.IO's rooms double as the index by user and session; channels never begin like these.
    void socket.join([userRoom(actor.userId), sharerRoom(actor), sessionRoom(actor.sessionId)])
    socket.emit('Welcome', { web_build: deps.webBuild() })

    const hungUp = new AbortController()
    socket.once('disconnect', () => hungUp.abort(clientHungUp))
    const client = {
      ...sharerOf(actor),
      connection: socket,
      signal: hungUp.signal,
    }

    async function join(channel: unknown): Promise<JoinAnswer> {
      const refused: JoinAnswer = { ok: false, code: 'not_found' }
      const isName = typeof channel === 'string' && /^teams\.\d{1,15}\.[a-z]+$/.test(channel)
      if (!isName || socket.rooms.size > maxChannelsPerClient) return refused
      // The session may have ended before this socket was in its room, or been verified since.
      const current = await deps.actorOf(socket.request)
      if (!current) return { ok: false, code: 'signed_out' }
      if (!current.verified) return refused
      if (!(await deps.mayJoin(actor, channel))) return refused
      await socket.join(channel)
      // Checked again: the permission may have ended before the socket was in the room.
      // From here on frames come by themselves, and the earlier ones are read after that: none is missed.
      if (await deps.mayJoin(actor, channel)) return { ok: true, ...recentFrames.of(channel) }
      await socket.leave(channel)
      return refused
    }

    let joining = 0
    socket.on('join', (channel, answer) => {
      if (typeof answer !== 'function') return
      // Our own pages never join more at once.
      if (joining === maxChannelsPerClient) return void socket.disconnect(true)
      joining += 1
      const joined = deps.joins.within(1, () => join(channel), client)
      joined
        .then(answer, (error: unknown) => {
          if (!(error instanceof Refusal)) deps.onError(error)
          // The client reconnects after a while, joins again, and fetches what it missed.
          socket.disconnect(true)
        })
        .finally(() => (joining -= 1))
    })
    socket.on('leave', (channel) => {
      if (typeof channel === 'string' && channel.startsWith('teams.')) void socket.leave(channel)
    })
  })

  return {
    attach(server: HttpServer): void {
      io.attach(server)
    },
    publish,
    /** Takes a channel from a user, in every process. `why` is sent to their browsers. */
    close(channel: string, userId: number, why: { deleted?: true } = {}): void {
      io.in(userRoom(userId)).socketsLeave(channel)
      io.to(userRoom(userId)).emit('ChannelClosed', { channel, ...why })
    },
    /** Sends an event to the other processes, if there can be any. */
    share(shared: SharedEvent): void {
      if (shared.name === 'mailsArrived') toServing.add(shared, { collected: true })
      else if (deps.connectProcesses && !hasStopped) {
        const hearing = shared.name === 'workQueued' ? working : io.of(namespaces.all)
        hearing.serverSideEmit('shared', shared)
      }
    },
    /** Ends the connections of a session, in every process. */
    disconnectSession(sessionId: string): void {
      io.in(sessionRoom(sessionId)).disconnectSockets(true)
    },
    async stop(): Promise<void> {
      toServing.send()
      hasStopped = true
      // Without a disconnect packet, after which clients would not reconnect. There is none before
      // `attach`.
      if ('engine' in io) io.engine?.close()
      for (const name of Object.values(namespaces)) await io.of(name).adapter.close()
    },
  }
}

/** Socket.IO itself would answer everything with 400. */
function refuse(socket: Duplex, status: 401 | 503): void {
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  )
}
