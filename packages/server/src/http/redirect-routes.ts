import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'
import { serveClient } from '../lib/shares/served-client.ts'
import type { Gate } from './access/gate.ts'
import type { SessionCookies } from './access/session-cookies.ts'
import { fastifyPath } from './data/data-routes.ts'
import { contextOf } from './data/request-context.ts'
import { clientOf } from './request-client.ts'
import type { RedirectRoute } from './route.ts'

/** Serves pages that lead a browser on. Their addresses may hold secrets for a moment, so nobody keeps them. */
export function serveRedirects(
  fastify: FastifyInstance,
  routes: RedirectRoute[],
  { gate, cookies }: { gate: Gate; cookies: SessionCookies },
): void {
  for (const { endpoint, handle, isAbsent } of routes) {
    // `redirectRoute` tied the handler to this endpoint's types.
    const run = handle as (query: URLSearchParams, context: unknown) => Promise<string>
    fastify.get(fastifyPath(endpoint.path), {
      config: { endpoint },
      onRequest: (request, reply) => gate.admit(endpoint, request, reply),
      async handler(request, reply) {
        if (isAbsent) throw notFound()
        const [, query = ''] = request.url.split(/\?(.*)/s)
        const context = contextOf(endpoint, request, reply, { cookies, input: {} })
        const work = () => run(new URLSearchParams(query), context)
        const to = await serveClient(clientOf(request, reply), work)
        return reply.header('cache-control', 'no-store').redirect(to, 303)
      },
    })
  }
}
