import type { ClientEvents, JoinAnswer, ServerEvents } from '@mailstop/contract'
import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import type { ApiClient } from './api-client.ts'

/** A browser's live connection to one origin, below a path of it, with the cookies of its API client. */
export type LiveClient = Socket<ServerEvents, ClientEvents>

export function connectLive(
  api: ApiClient,
  origin = api.origin,
  headers: Record<string, string> = {},
  below = api.below,
): LiveClient {
  const socket: LiveClient = io(origin, {
    path: `${below}/socket.io`,
    transports: ['websocket'],
    reconnectionDelay: 10,
    extraHeaders: {
      ...headers,
      origin,
      cookie: [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  onTestFinished(() => void socket.disconnect())
  return socket
}

export const joinChannel = (socket: LiveClient, channel: string): Promise<JoinAnswer> =>
  new Promise((resolve) => socket.emit('join', channel, resolve))

export const nextEvent = <E extends keyof ServerEvents>(socket: LiveClient, event: E) =>
  new Promise<Parameters<ServerEvents[E]>[0]>((resolve) => socket.once(event, resolve as never))
