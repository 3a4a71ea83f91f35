import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { errorCodes } from '@mailstop/contract'
import { notFound } from '../../errors.ts'
import { serveClient } from '../../lib/shares/served-client.ts'
import { sayWhenAgain } from '../error-reply.ts'
import { fastifyPath } from '../data/data-routes.ts'
import { hasTag } from './entity-tags.ts'
import { fileHeaders } from './file-headers.ts'
import type { Gate } from '../access/gate.ts'
import { createReplyRoom, type ReplyShares } from './reply-room.ts'
import { clientOf } from '../request-client.ts'
import { contextOf } from '../data/request-context.ts'
import { readInput } from '../data/request-input.ts'
import type { FileReply, FileRoom, FileRoute, HasAlready } from '../route.ts'
import type { SessionCookies } from '../access/session-cookies.ts'
import { endedWhenStalled, longestStallMs } from './stall-limit.ts'

type FileOptions = {
  routes: FileRoute[]
  gate: Gate
  cookies: SessionCookies
  shares: ReplyShares
  stallMs?: number
}

/**
 * Serves bytes; their headers decide what they may do in a browser, and `reply-room.ts` how many of them wait in
 * memory for slow clients.
 */
export function serveFiles(
  fastify: FastifyInstance,
  { routes, gate, cookies, ...limits }: FileOptions,
): void {
  for (const { endpoint, handle, isAbsent } of routes) {
    // `fileRoute` tied the handler to this endpoint's types.
    const run = handle as (input: unknown, context: unknown) => Promise<FileReply | null>
    const options: RouteOptions = {
      method: endpoint.method,
      url: fastifyPath(endpoint.path),
      config: { endpoint },
      onRequest: (request, reply) => gate.admit(endpoint, request, reply),
      async handler(request, reply) {
        if (isAbsent) throw notFound()
        const { params, query, actor } = request
        const input = readInput(endpoint, { params, query, actor })
        const context = contextOf(endpoint, request, reply, { cookies, input })
        return sendFile(request, reply, limits, (room) => run(input, { ...context, ...room }))
      },
    }
    if (endpoint.method === 'GET') fastify.route(options)
    else {
      fastify.register(async (scope) => {
        const form = 'application/x-www-form-urlencoded'
        scope.addContentTypeParser(form, { parseAs: 'string' }, (_request, _body, done) =>
          done(null),
        )
        scope.route(options)
      })
    }
  }
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { shares, stallMs: ms = longestStallMs }: Pick<FileOptions, 'shares' | 'stallMs'>,
  read: (room: FileRoom & { hasAlready: HasAlready }) => Promise<FileReply | null>,
): Promise<FastifyReply> {
  const response = reply.raw
  const client = clientOf(request, reply)
  const room = createReplyRoom({ shares, client, response })
  const { hold, holdSlot } = room
  let tag: string | null = null
  const hasAlready = (name: string) => {
    tag = `"${name}"`
    return hasTag(request.headers['if-none-match'], tag)
  }
  try {
    const file = await serveClient(client, () => read({ hold, holdSlot, hasAlready }))
    if (file === null) return await reply.code(304).headers(keptHeaders(tag)).send()
    const { bytes, refusal, leadsTo, ...described } = file
    if (leadsTo !== undefined) reply.code(303).header('location', leadsTo)
    if (refusal) {
      reply.code(errorCodes[refusal.code].status)
      sayWhenAgain(refusal, reply)
    }
    reply.headers({ ...fileHeaders(described), ...keptHeaders(tag) })
    if (bytes instanceof Uint8Array) {
      await room.keep(bytes.length)
      reply.header('content-length', bytes.length)
    }
    room.releaseOnClose()
    const body = request.method === 'HEAD' ? new Uint8Array() : bytes
    return await reply.send(endedWhenStalled(body, { response, ms, pace: room.pace }))
  } catch (error) {
    room.release()
    throw error
  }
}

/**
 * The cache depends on the headers that say who asks, so that a browser shows the next user nothing of the last one.
 */
function keptHeaders(tag: string | null): Record<string, string> {
  if (tag === null) return {}
  return {
    etag: tag,
    'cache-control': 'private, max-age=86400, immutable',
    vary: 'Authorization, Cookie',
  }
}
