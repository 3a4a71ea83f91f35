import type { FastifyReply } from 'fastify'
import { servedClient } from '../lib/served-client.ts'
import { createReplyRoom, type ReplyShares } from './reply-room.ts'
import { endedWhenStalled, longestStallMs } from './stall-limit.ts'

/** So much, a connection's buffers take at once. */
const unheldBytes = 16 * 1024

/** Sends JSON. A large reply waits for room, and its connection ends when its client takes none of it. */
export async function sendJson(
  reply: FastifyReply,
  value: unknown,
  shares: ReplyShares,
): Promise<FastifyReply> {
  const text = JSON.stringify(value)
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
  const bytes = Buffer.from(text)
  if (bytes.length <= unheldBytes) return reply.send(bytes)
  const response = reply.raw
  const room = createReplyRoom({ shares, client: servedClient(), response })
  await room.holdJson(bytes.length)
  room.releaseOnClose()
  reply.header('content-length', bytes.length)
  return reply.send(endedWhenStalled(bytes, { response, ms: longestStallMs, pace: room.pace }))
}
