import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors.ts'
import type { Gate } from './gate.ts'
import { refuseOtherBodies } from './request-bodies.ts'
import type { OneClickRoute } from './route.ts'

/** RFC 8058 section 3.1: the one thing the body says, as a form in either of its two types. */
const asked = /\bList-Unsubscribe(?:=|"\s+)One-Click\b/

/** Takes what mail programs post to a link of a mail when somebody presses their button for it. */
export function serveOneClicks(
  fastify: FastifyInstance,
  { oneClicks, gate }: { oneClicks: OneClickRoute[]; gate: Gate },
): void {
  // In a scope of its own: forms are refused everywhere else.
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
    for (const { path, handle } of oneClicks) {
      scope.post<{ Params: Record<string, string> }>(path, {
        onRequest: async (request) => gate.checkOrigin(request),
        async handler({ params, body }, reply) {
          if (typeof body !== 'string' || !asked.test(body)) throw new Refusal('bad_request')
          return reply.header('cache-control', 'no-store').send(await handle({ params }))
        },
      })
    }
  })
}
