import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'
import { serveClient } from '../lib/served-client.ts'
import { fastifyPath } from './api-routes.ts'
import { fileHeaders } from './file-headers.ts'
import type { Gate } from './gate.ts'
import { createReplyRoom, type ReplyShares } from './reply-room.ts'
import { clientOf } from './request-client.ts'
import { contextOf } from './request-context.ts'
import { readInput } from './request-input.ts'
import type { FileReply, FileRoute } from './route.ts'
import type { SessionCookies } from './session-cookies.ts'
import { endedWhenStalled, longestStallMs } from './stall-limit.ts'

type FileOptions = {
  routes: FileRoute[]
  gate: Gate
  cookies: SessionCookies
  shares: ReplyShares
  stallMs?: number
}

/**
 * Serves bytes; what they may do in a browser is decided by their headers, and how many of them wait in
 * memory for slow clients by `reply-room.ts`.
 */
export function serveFiles(
  fastify: FastifyInstance,
  { routes, gate, cookies, shares, stallMs: ms = longestStallMs }: FileOptions,
): void {
  for (const { endpoint, handle, isAbsent = false } of routes) {
    // `fileRoute` tied the handler to this endpoint's types.
    const run = handle as (input: unknown, context: unknown) => Promise<FileReply>
    fastify.get(fastifyPath(endpoint.path), {
      config: { endpoint },
      onRequest: (request, reply) => gate.admit(endpoint, request, reply),
      async handler(request, reply) {
        if (isAbsent) throw notFound()
        const input = readInput(endpoint, request)
        const response = reply.raw
        const client = clientOf(request, reply)
        const room = createReplyRoom({ shares, client, response })
        try {
          const { hold, holdSlot } = room
          const context = contextOf(endpoint, request, reply, { cookies, input })
          const work = () => run(input, { ...context, hold, holdSlot })
          const { bytes, ...file } = await serveClient(client, work)
          reply.headers(fileHeaders(file))
          if (bytes instanceof Uint8Array) {
            await room.keep(bytes.length)
            reply.header('content-length', bytes.length)
          }
          room.releaseOnClose()
          const body = request.method === 'HEAD' ? new Uint8Array() : bytes
          return reply.send(endedWhenStalled(body, { response, ms, pace: room.pace }))
        } catch (error) {
          room.release()
          throw error
        }
      },
    })
  }
}
