import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { validate, type AnyEndpoint } from '@mailstop/contract'
import { invalid, notFound, Refusal } from '../../errors.ts'
import { serveClient, type ServedClient } from '../../lib/shares/served-client.ts'
import type { Gate } from '../access/gate.ts'
import { isJson, readPosted } from './posted-body.ts'
import { createReplyRoom, type ReplyShares } from '../files/reply-room.ts'
import { refuseOtherBodies } from './request-bodies.ts'
import { clientOf } from '../request-client.ts'
import { Expected } from '../../errors.ts'
import { contextOf, replyOf } from './request-context.ts'
import { readInput } from './request-input.ts'
import type { DataRoute, UnlessKnown } from '../route.ts'
import type { SessionCookies } from '../access/session-cookies.ts'
import { endedWhenStalled, longestStallMs } from '../files/stall-limit.ts'
import type { UploadPace } from './upload-chunks.ts'
import { withUploadSlot, type UploadShares } from './upload-slot.ts'
import { createHash } from 'node:crypto'
import { hasTag } from '../files/entity-tags.ts'

/** Thrown through a handler when its client has the answer already. */
class Known extends Expected {
  override readonly name = 'Known'
}

/**
 * Weak ETags of lists that change, made of a version that the handler names and of the request: `current` is a
 * different team for another token, which may reach one inbox alone. The version is read before the list, so that a
 * client at most asks once too often.
 */
function createVersions(
  { url, headers, actor }: FastifyRequest,
  { params }: Record<string, unknown>,
) {
  const inbox = actor?.kind === 'token' ? actor.inbox : null
  let tag: string | null = null
  const unlessKnown: UnlessKnown = (version) => {
    const asked = createHash('sha256')
      .update(JSON.stringify([url, params, inbox]))
      .digest('base64url')
      .slice(0, 16)
    tag = `W/"${version}-${asked}"`
    if (hasTag(headers['if-none-match'], tag)) throw new Known('The client has this answer')
  }
  return {
    unlessKnown,
    headers: (): Record<string, string> =>
      tag === null ? {} : { etag: tag, 'cache-control': 'no-store' },
  }
}

type DataDeps = {
  gate: Gate
  cookies: SessionCookies
  shares: ReplyShares & UploadShares
  pace?: UploadPace | undefined
}

/** The longest valid body, every character of it escaped, is a third of this. */
const bodyLimit = 64 * 1024
/** Some clients send `{}` with an action that takes no body. */
const emptyBodyLimit = 1_024
/** The buffers of a connection take this much at once. */
export const unheldBytes = 16 * 1024

/** RFC 8058 section 3.1: the one thing the body says, as a form in either of its two types. */
const oneClick = /\bList-Unsubscribe(?:=|"\s+)One-Click\b/

/** Serves endpoints that reply with data. Input and reply both pass through the endpoint's own schemas. */
export function serveData(fastify: FastifyInstance, routes: DataRoute[], deps: DataDeps): void {
  const scopes = Map.groupBy(routes, ({ endpoint }) => JSON.stringify(bodyOf(endpoint)))
  for (const ofBody of scopes.values()) {
    const body = ofBody[0] && bodyOf(ofBody[0].endpoint)
    if (body) {
      // The scope keeps its types of bodies to itself: elsewhere a body is JSON, and small.
      fastify.register(async (scope) => {
        takeBodies(scope, body)
        for (const each of ofBody) serve(scope, each, deps)
      })
    } else for (const each of ofBody) serve(fastify, each, deps)
  }
}

type Body = { media: readonly string[]; isText?: true; otherwise: string }

/** What an endpoint takes that is no JSON, and what is said of all else; null where it takes JSON. */
function bodyOf(endpoint: DataRoute['endpoint']): Body | null {
  if (endpoint.kind === undefined) return null
  if (endpoint.kind === 'upload') {
    const { media } = endpoint
    return { media: [media], otherwise: `Send the file with the content type ${media}.` }
  }
  const isForm = endpoint.kind === 'one-click'
  const media = isForm
    ? ['application/x-www-form-urlencoded', 'multipart/form-data']
    : ['message/rfc822', 'application/json']
  return isForm
    ? { media, isText: true, otherwise: `Send a form: ${media.join(' or ')}.` }
    : { media, otherwise: `Send the message as ${media.join(' or as ')}.` }
}

function takeBodies(scope: FastifyInstance, { media, isText, otherwise }: Body): void {
  scope.removeAllContentTypeParsers()
  for (const type of media) {
    if (isText) {
      scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) =>
        done(null, body),
      )
    } else scope.addContentTypeParser(type, (_request, body, done) => done(null, body))
  }
  refuseOtherBodies(scope, otherwise)
}

function serve(
  scope: FastifyInstance,
  { endpoint, handle, maxBytes, isAbsent }: DataRoute,
  { gate, cookies, shares, pace }: DataDeps,
): void {
  // `route` tied the handler to this endpoint's types, and `readInput` and the gate hold what they say.
  const run = handle as (input: unknown, context: unknown) => Promise<unknown>
  const isStreamed = maxBytes !== undefined
  scope.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    bodyLimit: endpoint.kind === undefined && endpoint.body ? bodyLimit : emptyBodyLimit,
    config: { endpoint, ...(isStreamed && { takesItsTime: true }) },
    onRequest: (request, reply) => gate.admit(endpoint, request, reply),
    async handler(request, reply) {
      if (isAbsent) throw notFound()
      // A body that is streamed is read after everything else is known to be right.
      const input = inputOf(endpoint, request)
      const versions = createVersions(request, input)
      const { unlessKnown } = versions
      const context = { ...contextOf(endpoint, request, reply, { cookies, input }), unlessKnown }
      const client = clientOf(request, reply)
      const stream = (chunks: AsyncIterable<Uint8Array>) =>
        run(input, { ...context, chunks, read: () => readPosted(request, chunks) })
      try {
        const result = isStreamed
          ? await withUploadSlot(
              request,
              reply,
              { maxBytes: bytesOf(request, maxBytes), shares, pace, client },
              stream,
            )
          : await serveClient(client, () => run(input, context))
        if (endpoint.kind === 'message') reply.code(201)
        if (endpoint.kind === undefined && endpoint.accepted) reply.code(202)
        reply.headers(versions.headers())
        return await sendJson(reply, replyOf(endpoint, result), { shares, client })
      } catch (error) {
        if (!(error instanceof Known)) throw error
        return reply.code(304).headers(versions.headers()).send()
      }
    },
  })
}

function inputOf(endpoint: DataRoute['endpoint'], request: FastifyRequest) {
  const { params, query, body, actor, raw } = request
  if (endpoint.kind === undefined) return readInput(endpoint, request)
  const isOneClick = typeof body === 'string' && oneClick.test(body)
  if (endpoint.kind === 'one-click' && !isOneClick) throw new Refusal('bad_request')
  const input = readInput(endpoint, { params, query, actor })
  if (endpoint.kind !== 'message') return input
  const headers = validate(endpoint.headers, raw.headers)
  if (!headers.ok) throw invalid(headers.errors)
  return { ...input, headers: headers.data }
}

function bytesOf(request: FastifyRequest, maxBytes: NonNullable<DataRoute['maxBytes']>): number {
  if (typeof maxBytes === 'number') return maxBytes
  return isJson(request) ? maxBytes.json : maxBytes.source
}

/** The endpoints' methods by path in Fastify's notation. */
export function methodsByPath(routes: { endpoint: AnyEndpoint }[]): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { endpoint } of routes) {
    const path = fastifyPath(endpoint.path)
    const all = endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method]
    methods.set(path, [...(methods.get(path) ?? []), ...all])
  }
  return methods
}

export const fastifyPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Sends JSON. A large reply waits for room, and its connection ends when its client reads none of it. */
async function sendJson(
  reply: FastifyReply,
  value: unknown,
  { shares, client }: { shares: ReplyShares; client: ServedClient },
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
  const bytes = Buffer.from(JSON.stringify(value))
  if (bytes.length <= unheldBytes) return reply.send(bytes)
  const response = reply.raw
  const room = createReplyRoom({ shares, client, response })
  await room.holdJson(bytes.length)
  room.releaseOnClose()
  reply.header('content-length', bytes.length)
  return reply.send(endedWhenStalled(bytes, { response, ms: longestStallMs, pace: room.pace }))
}
