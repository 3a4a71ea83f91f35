import type { FastifyInstance } from 'fastify'
import { notFound, Refusal } from '../errors.ts'
import { fastifyPath } from './api-routes.ts'
import type { Gate } from './gate.ts'
import { refuseOtherBodies } from './request-bodies.ts'
import { replyOf } from './request-context.ts'
import { readInput } from './request-input.ts'
import type { OneClickRoute } from './route.ts'

/** The only content of the body (RFC 8058 section 3.1), as a form in either of its two types. */
const asked = /\bList-Unsubscribe(?:=|"\s+)One-Click\b/

/** Takes the POST by which a mail program presses the unsubscribe button of a mail (RFC 8058). */
export function serveOneClicks(
  fastify: FastifyInstance,
  { routes, gate }: { routes: OneClickRoute[]; gate: Gate },
): void {
  // This scope is separate since forms are refused everywhere else.
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    refuseOtherBodies(
      scope,
      'Send a form: application/x-www-form-urlencoded or multipart/form-data.',
    )
    for (const { endpoint, handle, isAbsent = false } of routes) {
      // `oneClickRoute` tied the handler to this endpoint's types.
      const run = handle as (input: unknown) => Promise<unknown>
      scope.post(fastifyPath(endpoint.path), {
        config: { endpoint },
        onRequest: (request, reply) => gate.admit(endpoint, request, reply),
        async handler({ params, query, actor, body }, reply) {
          if (isAbsent) throw notFound()
          if (typeof body !== 'string' || !asked.test(body)) throw new Refusal('bad_request')
          const result = await run(readInput(endpoint, { params, query, actor }))
          return reply.header('cache-control', 'no-store').send(replyOf(endpoint, result))
        },
      })
    }
  })
}
