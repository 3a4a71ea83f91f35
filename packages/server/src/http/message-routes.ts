import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { validate } from '@mailstop/contract'
import { invalid, notFound } from '../errors.ts'
import { fastifyPath } from './api-routes.ts'
import type { Gate } from './gate.ts'
import { hasMoreCommas } from '../lib/json-members.ts'
import { jsonParser, refuseOtherBodies } from './request-bodies.ts'
import { contextOf, replyOf } from './request-context.ts'
import { readInput } from './request-input.ts'
import type { MessageRoute } from './route.ts'
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

/** Of JSON: a mail with all that it may have takes fewer than half of them. */
const mostMembers = 5_000

/** Takes mails that programs post, each with a slot among the uploads. */
export function serveMessages(
  fastify: FastifyInstance,
  { routes, gate, ...serving }: MessageOptions,
): void {
  // In a scope of its own: elsewhere a body is JSON, and small.
  fastify.register(async (scope) => {
    const parse = jsonParser(scope)
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
        handler: (request, reply) => take(route, request, reply, { ...serving, parse }),
      })
    }
  })
}

async function take(
  { endpoint, maxBytes, handle, isAbsent }: MessageRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    parse,
    cookies,
    ...limits
  }: Omit<MessageOptions, 'routes' | 'gate'> & {
    parse: ReturnType<typeof jsonParser>
  },
): Promise<FastifyReply> {
  if (isAbsent) throw notFound()
  // `messageRoute` tied the handler to this endpoint's types.
  const run = handle as (input: unknown, context: unknown) => Promise<unknown>
  const { params, query, actor, raw } = request
  // The body is read after everything else is known to be right.
  const input = readInput(
    { ...endpoint, kind: undefined, body: undefined },
    { params, query, actor },
  )
  const headers = validate(endpoint.headers, raw.headers)
  if (!headers.ok) throw invalid(headers.errors)
  const isJson = /^application\/json\b/i.test(raw.headers['content-type'] ?? '')
  const most = isJson ? maxBytes.json : maxBytes.source
  const context = contextOf(endpoint, request, reply, { cookies, input })

  async function readPosted(chunks: AsyncIterable<Uint8Array>) {
    const read: Uint8Array[] = []
    for await (const chunk of chunks) read.push(chunk)
    const bytes = Buffer.concat(read)
    const digest = createHash('sha256')
      .update(JSON.stringify([isJson, query]))
      .update(bytes)
      .digest('hex')
    return { digest, ...(isJson ? await readJson(bytes) : { source: readSource(bytes) }) }
  }

  const work = (chunks: AsyncIterable<Uint8Array>) =>
    run({ ...input, headers: headers.data }, { ...context, read: () => readPosted(chunks) })

  async function readJson(bytes: Buffer): Promise<{ body: unknown }> {
    if (hasMoreCommas(bytes, mostMembers)) throw invalid({ body: ['Body has too many fields'] })
    const given = await parse(request, bytes)
    const body = validate(endpoint.body, given === undefined ? {} : given)
    if (!body.ok) throw invalid(body.errors)
    return { body: body.data }
  }

  const result = await withUploadSlot(request, reply, { ...limits, maxBytes: most }, work)
  return reply.code(201).header('cache-control', 'no-store').send(replyOf(endpoint, result))
}

function readSource(bytes: Buffer): Uint8Array {
  if (bytes.length === 0) throw invalid({ body: ['Body is a required field'] })
  // In memory of its own, which can be moved to another thread.
  return new Uint8Array(bytes)
}
