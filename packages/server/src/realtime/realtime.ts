import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { ClientEvents, JoinAnswer, ServerEvents } from '@mailstop/contract'
import { Server, type ServerOptions } from 'socket.io'
import type { UserActor } from '../actor.ts'
import type { Events } from '../events.ts'
import type { FairShares } from '../lib/fair-shares.ts'
import { Refusal } from '../errors.ts'

/**
 * The live connection to browsers: private channels that a client joins and hears. It admits only
 * our own origin with a living session, asks at each join whether the user may hear that channel,
 * and takes the channel away when told that the right to it has ended. Frames are best effort;
 * clients refetch when they come back.
 */
export type RealtimeDeps = {
  actorOf: (request: IncomingMessage) => Promise<UserActor | null>
  /** Whether a handshake is for this server, and from no page of another site. */
  upgradeAllowed: (request: IncomingMessage) => boolean
  /** Whether this actor may join this channel now. */
  mayJoin: (actor: UserActor, channel: string) => Promise<boolean>
  /** Slots for joins, each of which asks the store. */
  joins: FairShares
  /** Carries events between processes that share a database. */
  adapter?: ServerOptions['adapter']
  /** Told of what another of those processes told all others. */
  onNews?: (news: News) => void
  onError: (error: unknown) => void
}

/** What processes tell each other beside what they tell browsers. */
type News = Events['credentialsEnded']
type BetweenProcesses = { credentialsEnded: (news: News) => void }

// A frame of ours is a few hundred bytes, a client's a channel name.
const maxFrameBytes = 10_000
const maxChannelsPerClient = 50
/** Tabs and devices. */
const maxSocketsPerUser = 200

const userRoom = (userId: number) => `user:${userId}`
const sessionRoom = (sessionId: string) => `session:${sessionId}`

export function createRealtime(deps: RealtimeDeps) {
  const io = new Server<ClientEvents, ServerEvents, BetweenProcesses, { actor: UserActor }>({
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: maxFrameBytes,
    allowRequest: (request, answer) => answer(null, deps.upgradeAllowed(request)),
    ...(deps.adapter && { adapter: deps.adapter }),
  })

  io.on('credentialsEnded', (news) => deps.onNews?.(news))

  io.use((socket, next) => {
    deps.actorOf(socket.request).then(
      (actor) => {
        if (!actor) return next(new Error('signed_out'))
        const open = io.of('/').adapter.rooms.get(userRoom(actor.userId))?.size ?? 0
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
    void socket.join([userRoom(actor.userId), sessionRoom(actor.sessionId)])

    const hungUp = new AbortController()
    socket.once('disconnect', () => hungUp.abort())
    const client = {
      user: `user ${actor.userId}`,
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
      // Asked again: a right that ended before the join had no room to be taken away from.
      if (await deps.mayJoin(actor, channel)) return { ok: true }
      await socket.leave(channel)
      return refused
    }

    socket.on('join', (channel, answer) => {
      if (typeof answer !== 'function') return
      const joined = deps.joins.within(1, () => join(channel), client)
      joined.then(answer, (error: unknown) => {
        // So many at once are no page of ours. It may come back.
        if (error instanceof Refusal) {
          socket.disconnect(true)
          return
        }
        deps.onError(error)
        void socket.leave(channel)
        answer({ ok: false, code: 'not_found' })
      })
    })
    socket.on('leave', (channel) => {
      if (typeof channel === 'string' && channel.startsWith('teams.')) void socket.leave(channel)
    })
  })

  return {
    attach(server: HttpServer): void {
      io.attach(server)
    },
    publish<E extends keyof ServerEvents>(
      channel: string,
      event: E,
      payload: Parameters<ServerEvents[E]>[0],
    ): void {
      io.to(channel).emit(event, ...([payload] as Parameters<ServerEvents[E]>))
    },
    /** Takes a channel from a user, in every process. `why` is told to their browsers. */
    close(channel: string, userId: number, why: { deleted?: true } = {}): void {
      io.in(userRoom(userId)).socketsLeave(channel)
      io.to(userRoom(userId)).emit('ChannelClosed', { channel, ...why })
    },
    /** Tells the other processes, if there can be any; not this one. */
    tellProcesses(news: News): void {
      if (deps.adapter) io.serverSideEmit('credentialsEnded', news)
    },
    /** Frames of other processes were lost: every client here reconnects, and so refetches. */
    refresh(): void {
      for (const socket of io.sockets.sockets.values()) socket.conn.close()
    },
    /** Ends the connections of a session, in every process. */
    disconnectSession(sessionId: string): void {
      io.in(sessionRoom(sessionId)).disconnectSockets(true)
    },
    async stop(): Promise<void> {
      // Without a goodbye, which would tell clients not to come back.
      // There is none before `attach`.
      if ('engine' in io) io.engine?.close()
      await io.of('/').adapter.close()
    },
  }
}
