import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AnyEndpoint } from '@mailstop/contract'
import { notFound } from '../errors.ts'
import { servedClient, serveClient } from '../lib/shares/served-client.ts'
import type { Gate } from './gate.ts'
import { createReplyRoom, type ReplyShares } from './reply-room.ts'
import { clientOf } from './request-client.ts'
import { createVersions, Known } from './known-versions.ts'
import { contextOf, replyOf } from './request-context.ts'
import { readInput } from './request-input.ts'
import type { JsonRoute } from './route.ts'
import type { SessionCookies } from './session-cookies.ts'
import { endedWhenStalled, longestStallMs } from './stall-limit.ts'

type ApiDeps = { routes: JsonRoute[]; gate: Gate; cookies: SessionCookies; shares: ReplyShares }

/** The longest valid body, every character of it escaped, is a third of this. */
const bodyLimit = 64 * 1024
/** Some clients send `{}` with an action that takes no body. */
const emptyBodyLimit = 1_024
/** The buffers of a connection hold this much at once. */
export const unheldBytes = 16 * 1024

/** Serves the contract's endpoints. Input and reply both pass through the endpoint's own schemas. */
export function serveApi(
  fastify: FastifyInstance,
  { routes, gate, cookies, shares }: ApiDeps,
): void {
  for (const { endpoint, handle, isAbsent = false } of routes) {
    // `route` tied the handler to this endpoint's types, and `readInput` and the gate hold what they say.
    const run = handle as (input: unknown, context: unknown) => Promise<unknown>
    fastify.route({
      method: endpoint.method,
      url: fastifyPath(endpoint.path),
      bodyLimit: endpoint.body ? bodyLimit : emptyBodyLimit,
      config: { endpoint },
      onRequest: (request, reply) => gate.admit(endpoint, request, reply),
      async handler(request, reply) {
        if (isAbsent) throw notFound()
        const input = readInput(endpoint, request)
        const versions = createVersions(request, input)
        return serveClient(clientOf(request, reply), async () => {
          const context = contextOf(endpoint, request, reply, { cookies, input })
          try {
            const result = await run(input, { ...context, unlessKnown: versions.unlessKnown })
            reply.headers(versions.headers())
            return await sendJson(reply, replyOf(endpoint, result), shares)
          } catch (error) {
            if (!(error instanceof Known)) throw error
            return reply.code(304).headers(versions.headers()).send()
          }
        })
      },
    })
  }
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

/** Sends JSON. A large reply waits for room, and its connection ends when its client does not read it. */
async function sendJson(
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
