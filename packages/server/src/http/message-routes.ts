import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { validate } from '@mailstop/contract'
import { invalid, notFound } from '../errors.ts'
import { fastifyPath } from './api-routes.ts'
import type { Gate } from './gate.ts'
import { refuseOtherBodies } from './request-bodies.ts'
import { contextOf, replyOf } from './request-context.ts'
import { readInput } from './request-input.ts'
import type { MessageRoute, Posted } from './route.ts'
import type { SessionCookies } from './session-cookies.ts'
import type { UploadPace } from './upload-chunks.ts'
import { withUploadSlot, type UploadShares } from './upload-slot.ts'

type MessageOptions = {
  routes: MessageRoute[]
  gate: Gate
  cookies: SessionCookies
  shares: UploadShares
  pace?: UploadPace | undefined
}

/** Takes mails that programs post, each with a slot among the uploads. */
export function serveMessages(
  fastify: FastifyInstance,
  { routes, gate, ...serving }: MessageOptions,
): void {
  // This scope is separate since elsewhere a body is JSON, and small.
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    for (const type of ['message/rfc822', 'application/json']) {
      scope.addContentTypeParser(type, (_request, body, done) => done(null, body))
    }
    refuseOtherBodies(scope, 'Send the message as message/rfc822 or as application/json.')
    for (const route of routes) {
      const { endpoint } = route
      scope.post(fastifyPath(endpoint.path), {
        config: { takesItsTime: true, endpoint },
        onRequest: (request, reply) => gate.admit(endpoint, request, reply),
        handler: (request, reply) => take(route, request, reply, serving),
      })
    }
  })
}

async function take(
  { endpoint, maxBytes, handle, isAbsent }: MessageRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies, ...limits }: Omit<MessageOptions, 'routes' | 'gate'>,
): Promise<FastifyReply> {
  if (isAbsent) throw notFound()
  // `messageRoute` tied the handler to this endpoint's types.
  const run = handle as (input: unknown, context: unknown) => Promise<unknown>
  const { params, query, actor, raw } = request
  // Reads the body after everything else is known to be right.
  const input = readInput(
    { ...endpoint, kind: undefined, body: undefined },
    { params, query, actor },
  )
  const headers = validate(endpoint.headers, raw.headers)
  if (!headers.ok) throw invalid(headers.errors)
  const isNamed = raw.headers['idempotency-key'] !== undefined
  const isJson = /^application\/json\b/i.test(raw.headers['content-type'] ?? '')
  const most = isJson ? maxBytes.json : maxBytes.source
  const context = contextOf(endpoint, request, reply, { cookies, input })

  async function readPosted(chunks: AsyncIterable<Uint8Array>): Promise<Posted> {
    const read: Uint8Array[] = []
    // Hashes the body as it comes: hashing all of it at once would make other requests wait.
    const hash = isNamed ? createHash('sha256').update(JSON.stringify([isJson, query])) : null
    for await (const chunk of chunks) {
      hash?.update(chunk)
      read.push(chunk)
    }
    const bytes = ownMemory(Buffer.concat(read))
    if (!isJson && bytes.length === 0) throw invalid({ body: ['Body is a required field'] })
    const digest = hash?.digest('hex') ?? ''
    return { digest, ...(isJson ? { json: bytes } : { source: bytes }) }
  }

  const work = (chunks: AsyncIterable<Uint8Array>) =>
    run({ ...input, headers: headers.data }, { ...context, read: () => readPosted(chunks) })

  const result = await withUploadSlot(request, reply, { ...limits, maxBytes: most }, work)
  return reply.code(201).header('cache-control', 'no-store').send(replyOf(endpoint, result))
}

/** Copies into memory that can be moved to another thread. Node gives small chunks parts of shared memory. */
const ownMemory = (bytes: Buffer): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
