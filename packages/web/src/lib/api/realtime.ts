import type {
  ClientEvents,
  JoinAnswer,
  RecentFrame,
  ServerEvents,
  TeamFrame,
} from '@mailstop/contract'
import { mailChannel } from '@mailstop/contract'
import type { Socket } from 'socket.io-client'
import { fullPath } from '../paths/base-path.ts'
import { hearBuild } from './new-version.ts'
import { whenQuiet } from './quiet.ts'

/**
 * The live connection. It is open while a channel is joined and for a moment after. A channel is joined
 * once for all its members. The reply to the first join has the events since the page was opened, which
 * members get as usual. When events may have been lost, as after a broken connection, `onJoined` runs
 * instead, so that members fetch again what they show.
 */

export type ChannelHandlers = Partial<Omit<ServerEvents, 'ChannelClosed' | 'Welcome'>> & {
  /**
   * The channel is joined, and what was fetched before may be outdated. Runs at once if the channel is
   * already joined.
   */
  onJoined?: () => void
  /** The user may not join the channel, or no longer; `deleted` when its team was deleted. */
  onClosed?: (event: { deleted?: true }) => void
}

export type ConnectionState = 'idle' | 'connecting' | 'online' | 'offline'

export type Realtime = {
  /** Joins a channel and returns how to leave it. */
  joinChannel: (channel: string, handlers: ChannelHandlers) => () => void
  /** Fits `useSyncExternalStore`. */
  subscribe: (listener: () => void) => () => void
  connectionState: () => ConnectionState
}

export type RealtimeSocket = Socket<ServerEvents, ClientEvents>

type RealtimeDeps = {
  /** Makes the socket, not yet connected. */
  openSocket?: () => Promise<RealtimeSocket>
  /** How long the connection may be broken before the user sees it. */
  graceMs?: number
  /** The server ended the connection or refused it: the session may have ended. */
  onTurnedAway?: () => void
  /** How long ago the page was opened, before which it fetched nothing. */
  pageAgeMs?: () => number
}

type Membership = { channel: string; handlers: ChannelHandlers }

/** The first screen needs no live events, so their code is loaded after it. */
async function openSocketIo(): Promise<RealtimeSocket> {
  await whenQuiet()
  const { io } = await import('socket.io-client')
  return io({ path: fullPath('/socket.io'), transports: ['websocket'], autoConnect: false })
}

/** The pause before the next attempt when the server itself ended or refused the connection. */
const turnedAwayRetryMs = 5_000

/** How long the connection stays open after its last channel, for the page that is opened next. */
const lingerMs = 1_000

export function createRealtime({
  openSocket = openSocketIo,
  graceMs = 2_000,
  onTurnedAway,
  // The clock may be set back meanwhile, and the other one may stand still while the machine sleeps.
  pageAgeMs = () => Math.max(performance.now(), Date.now() - performance.timeOrigin),
}: RealtimeDeps = {}): Realtime {
  const memberships = new Set<Membership>()
  /** The channels that this connection asked to join. */
  const joins = new Map<string, { isJoined: boolean }>()
  /** The channels that were joined since the page was opened. */
  const joinedOnce = new Set<string>()
  const listeners = new Set<() => void>()
  let state: ConnectionState = 'idle'
  let socket: RealtimeSocket | null = null
  let isOpening = false
  let offlineTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let lingerTimer: ReturnType<typeof setTimeout> | undefined

  function enter(next: ConnectionState) {
    clearTimeout(offlineTimer)
    offlineTimer = undefined
    if (state === next) return
    state = next
    for (const listener of listeners) listener()
  }

  function lost() {
    if (state === 'offline') return
    offlineTimer ??= setTimeout(() => enter('offline'), graceMs)
  }

  function join(channel: string) {
    const asked = { isJoined: false }
    joins.set(channel, asked)
    socket?.emit('join', channel, (answer: JoinAnswer) => {
      // Meanwhile the channel was left, or the connection was replaced.
      if (joins.get(channel) !== asked) return
      asked.isJoined = answer.ok
      if (!answer.ok) {
        joins.delete(channel)
        for (const member of membersOf(channel)) member.onClosed?.({})
        return
      }
      const missed = joinedOnce.has(channel) ? null : framesSince(answer, pageAgeMs())
      joinedOnce.add(channel)
      if (missed === null) for (const member of membersOf(channel)) member.onJoined?.()
      else for (const { name, event } of missed) deliver(channel, name, event)
    })
  }

  function deliver(channel: string, name: RecentFrame['name'], event: RecentFrame['event']) {
    if (name === 'ChannelClosed') return
    for (const to of membersOf(channel)) to[name]?.(event as never)
  }

  function membersOf(channel: string): ChannelHandlers[] {
    return [...memberships].filter((one) => one.channel === channel).map((one) => one.handlers)
  }

  async function open() {
    if (isOpening) return
    isOpening = true
    enter('connecting')
    try {
      const opened = await openSocket()
      // All members may have left meanwhile.
      if (memberships.size > 0) connect(opened)
      else enter('idle')
    } catch {
      // Its code could not be loaded, as happens offline.
      lost()
      retryTimer = setTimeout(() => void open(), turnedAwayRetryMs)
    } finally {
      isOpening = false
    }
  }

  function connect(opened: RealtimeSocket) {
    socket = opened
    opened.on('connect', () => {
      enter('online')
      joins.clear()
      for (const channel of new Set([...memberships].map((one) => one.channel))) join(channel)
    })
    const missing = () => {
      lost()
      // An active socket reconnects by itself; one that the server refused does not.
      if (opened.active) return
      clearTimeout(retryTimer)
      retryTimer = setTimeout(() => opened.connect(), turnedAwayRetryMs)
      onTurnedAway?.()
    }
    opened.on('disconnect', missing)
    opened.on('connect_error', () => {
      missing()
      // A browser does not say that a handshake was answered with 401.
      if (opened.active) onTurnedAway?.()
    })
    opened.on('Welcome', (event) => hearBuild(event.web_build))
    opened.onAny((name: keyof ServerEvents, event: TeamFrame['event']) => {
      if (name !== 'Welcome' && name !== 'ChannelClosed') {
        deliver(mailChannel(event.team_id), name, event)
      }
    })
    opened.on('ChannelClosed', (event) => {
      joins.delete(event.channel)
      for (const to of membersOf(event.channel)) to.onClosed?.(event)
    })
    opened.connect()
  }

  function disconnect() {
    if (memberships.size > 0) return
    clearTimeout(retryTimer)
    socket?.removeAllListeners()
    socket?.offAny()
    socket?.disconnect()
    socket = null
    joins.clear()
    enter('idle')
  }

  return {
    joinChannel(channel, handlers) {
      const membership = { channel, handlers }
      memberships.add(membership)
      clearTimeout(lingerTimer)
      if (socket === null) void open()
      else if (socket.connected) {
        const asked = joins.get(channel)
        if (asked === undefined) join(channel)
        else if (asked.isJoined) handlers.onJoined?.()
      }
      return () => {
        if (!memberships.delete(membership)) return
        if (membersOf(channel).length === 0) {
          joins.delete(channel)
          if (socket?.connected) socket.emit('leave', channel)
        }
        if (memberships.size === 0) lingerTimer = setTimeout(disconnect, lingerMs)
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connectionState: () => state,
  }
}

/** The frames of a channel since `ageMs` ago; null when not all of them are known. */
function framesSince(
  { recent, complete_ms }: Extract<JoinAnswer, { ok: true }>,
  ageMs: number,
): RecentFrame[] | null {
  return complete_ms > ageMs ? recent.filter(({ ago_ms }) => ago_ms <= ageMs) : null
}
