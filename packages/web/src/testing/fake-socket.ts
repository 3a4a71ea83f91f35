import type { JoinAnswer, ServerEvents } from '@mailstop/contract'
import type { RealtimeSocket } from '../lib/api/realtime.ts'

/** The server side of the live connection, controlled by a test. */
export type FakeSocket = {
  /** Fits `createRealtime`. */
  open: () => Promise<RealtimeSocket>
  /** Sends an event as the server would. */
  send: <Name extends keyof ServerEvents>(
    name: Name,
    ...event: Parameters<ServerEvents[Name]>
  ) => void
  breakConnection: () => void
  /** Ends the connection as the server does when a session ends, or refuses it: the client has to connect again. */
  turnAway: () => void
  /** Fails to connect again, as when the server does not answer, or refuses a session that has ended. */
  failToConnect: () => void
  restoreConnection: () => void
  /** Sets the reply to joins of a channel. Without it every join succeeds, and no event was missed. */
  answerJoins: (answer: (channel: string) => JoinAnswer) => void
  /** The channels that are joined now. */
  joined: () => readonly string[]
  /** All requests to join, since the start. */
  joins: () => readonly string[]
  isOpen: () => boolean
  /** How often the connection was opened. */
  opened: () => number
}

type Listener = (...values: unknown[]) => void

export function createFakeSocket(): FakeSocket {
  const listeners = new Map<string, Listener[]>()
  const channels = new Set<string>()
  const joins: string[] = []
  let connects = 0
  let answer: (channel: string) => JoinAnswer = () => ({
    ok: true,
    recent: [],
    complete_ms: Infinity,
  })

  let hearsAll: Listener[] = []
  const fire = (name: string, ...values: unknown[]) => {
    for (const listener of listeners.get(name) ?? []) listener(...values)
  }
  const socket = {
    connected: false,
    active: true,
    on(name: string, listener: Listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener])
    },
    connect() {
      socket.connected = true
      socket.active = true
      connects += 1
      queueMicrotask(() => fire('connect'))
    },
    disconnect() {
      socket.connected = false
      channels.clear()
    },
    onAny: (listener: Listener) => void hearsAll.push(listener),
    removeAllListeners: () => listeners.clear(),
    offAny: () => void (hearsAll = []),
    emit(name: string, channel: string, acknowledge?: (answer: JoinAnswer) => void) {
      if (name === 'leave') channels.delete(channel)
      if (name !== 'join') return
      joins.push(channel)
      const result = answer(channel)
      if (result.ok) channels.add(channel)
      acknowledge?.(result)
    },
  }

  return {
    // Only the parts of a socket that lib/realtime.ts uses are implemented.
    open: async () => socket as unknown as RealtimeSocket,
    send(name, ...values) {
      fire(name, ...values)
      for (const listener of hearsAll) listener(name, ...values)
    },
    breakConnection() {
      socket.connected = false
      channels.clear()
      fire('disconnect')
    },
    turnAway() {
      socket.connected = false
      socket.active = false
      channels.clear()
      fire('disconnect', 'io server disconnect')
    },
    failToConnect: () => fire('connect_error', new Error('websocket error')),
    restoreConnection() {
      socket.connected = true
      fire('connect')
    },
    answerJoins(next) {
      answer = next
    },
    joined: () => [...channels],
    joins: () => joins,
    isOpen: () => socket.connected,
    opened: () => connects,
  }
}
