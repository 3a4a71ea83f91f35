import type { FastifyInstance } from 'fastify'
import { serveClient } from '../lib/served-client.ts'
import { fileHeaders } from './file-headers.ts'
import type { Gate } from './gate.ts'
import { createReplyRoom, type ReplyShares } from './reply-room.ts'
import { clientOf } from './request-client.ts'
import type { FileRoute } from './route.ts'
import { endedWhenStalled, longestStallMs } from './stall-limit.ts'

type FileOptions = { files: FileRoute[]; gate: Gate; shares: ReplyShares; stallMs?: number }

/**
 * Serves bytes behind signed links; what they may do in a browser is decided by their headers, and how
 * many of them wait in memory for slow clients by `reply-room.ts`.
 */
export function serveFiles(
  fastify: FastifyInstance,
  { files, gate, shares, stallMs: ms = longestStallMs }: FileOptions,
): void {
  for (const { path, handle } of files) {
    fastify.get<{ Params: Record<string, string> }>(path, {
      onRequest: (request) => gate.identify(request),
      async handler(request, reply) {
        const { params, actor, method } = request
        const response = reply.raw
        const client = clientOf(request, reply)
        const room = createReplyRoom({ shares, client, response })
        try {
          const work = () => handle({ params, actor, hold: room.hold, holdSlot: room.holdSlot })
          const { bytes, ...file } = await serveClient(client, work)
          reply.headers(fileHeaders(file))
          if (bytes instanceof Uint8Array) {
            await room.keep(bytes.length)
            reply.header('content-length', bytes.length)
          }
          room.releaseOnClose()
          const body = method === 'HEAD' ? new Uint8Array() : bytes
          return reply.send(endedWhenStalled(body, { response, ms, pace: room.pace }))
        } catch (error) {
          room.release()
          throw error
        }
      },
    })
  }
}
