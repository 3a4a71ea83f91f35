import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint, Endpoint } from '@mailstop/contract'
import type { UserRequest } from '../actor.ts'
import { notFound } from '../errors.ts'
import { servedClient, serveClient } from '../lib/served-client.ts'
import type { Gate } from './gate.ts'
import { createReplyRoom, type ReplyShares } from './reply-room.ts'
import { clientOf } from './request-client.ts'
import { createVersions, Known } from './known-versions.ts'
import { readInput } from './request-input.ts'
import type { Context, Route } from './route.ts'
import type { SessionCookies } from './session-cookies.ts'
import { endedWhenStalled, longestStallMs } from './stall-limit.ts'

type ApiDeps = { routes: Route[]; gate: Gate; cookies: SessionCookies; shares: ReplyShares }

/** The longest valid body, every character of it escaped, is a third of this. */
const bodyLimit = 64 * 1024
/** Some clients send `{}` with an action that takes no body. */
const emptyBodyLimit = 1_024
/** The buffers of a connection take this much at once. */
const unheldBytes = 16 * 1024

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
      onRequest: (request, reply) => gate.admit(endpoint, request, reply),
      async handler(request, reply) {
        if (isAbsent) throw notFound()
        const input = readInput(endpoint, request)
        const versions = createVersions(request)
        return serveClient(clientOf(request, reply), async () => {
          const context = {
            ...contextOf(request, reply, cookies),
            ...teamOf(endpoint, request, input),
            unlessKnown: versions.unlessKnown,
          }
          try {
            const result = await run(input, context)
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

/** The feature decides whether the actor may: in its transaction, where that matters. */
export function teamOf({ action }: AnyEndpoint, { actor }: FastifyRequest, input: unknown) {
  if (action === undefined || actor === null) return {}
  // The contract holds an endpoint with an action to a path with a team.
  const { params } = input as { params: { team: number } }
  return { request: { actor, action, teamId: params.team } satisfies UserRequest }
}

function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: SessionCookies,
): Omit<Context<Endpoint & { access: 'public' }>, 'unlessKnown'> {
  return {
    actor: request.actor,
    client: {
      address: request.clientAddress,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      browser: cookies.browserToken(request.cookies),
    },
    session: {
      begin: (token, lifetimeMs) => cookies.begin(reply, token, lifetimeMs),
      keepBrowser: (token) => cookies.keepBrowser(reply, token),
      end: () => cookies.end(reply),
      renewCsrf: () => cookies.renewCsrf(request, reply),
    },
  }
}

/** Only what the contract names leaves the server. */
export function replyOf(
  endpoint: Extract<AnyEndpoint, { reply: unknown }>,
  result: unknown,
): unknown {
  const parsed = endpoint.reply.safeParse(result)
  if (parsed.success) return parsed.data
  const { method, path } = endpoint
  throw new Error(`The reply of ${method} ${path} breaks the contract`, { cause: parsed.error })
}

/** Sends JSON. A large reply waits for room, and its connection ends when its client reads none of it. */
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
