import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'
import { fastifyPath } from './api-routes.ts'
import type { Gate } from './gate.ts'
import { refuseOtherBodies } from './request-bodies.ts'
import { contextOf, replyOf } from './request-context.ts'
import { readInput } from './request-input.ts'
import type { UploadRoute } from './route.ts'
import type { SessionCookies } from './session-cookies.ts'
import type { UploadPace } from './upload-chunks.ts'
import { withUploadSlot, type UploadShares } from './upload-slot.ts'

type UploadOptions = {
  routes: UploadRoute[]
  gate: Gate
  cookies: SessionCookies
  shares: UploadShares
  pace?: UploadPace | undefined
}

/** Takes bodies of bytes as they come, so that a file is never in memory as a whole. */
export function serveUploads(
  fastify: FastifyInstance,
  { routes, ...options }: UploadOptions,
): void {
  const byMedia = Map.groupBy(routes, ({ endpoint }) => endpoint.media)
  for (const [media, ofMedia] of byMedia) {
    // This scope is separate since the content type is refused everywhere else.
    fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(media, (_request, body, done) => done(null, body))
      refuseOtherBodies(scope, `Send the file with the content type ${media}.`)
      for (const each of ofMedia) serveUpload(scope, each, options)
    })
  }
}

function serveUpload(
  scope: FastifyInstance,
  { endpoint, maxBytes, handle, isAbsent }: UploadRoute,
  { gate, cookies, shares, pace }: Omit<UploadOptions, 'routes'>,
): void {
  // `uploadRoute` tied the handler to this endpoint's types.
  const run = handle as (input: unknown, context: unknown) => Promise<unknown>
  scope.post(fastifyPath(endpoint.path), {
    config: { takesItsTime: true, endpoint },
    onRequest: (request, reply) => gate.admit(endpoint, request, reply),
    async handler(request, reply) {
      if (isAbsent) throw notFound()
      const { params, query, actor } = request
      const input = readInput(endpoint, { params, query, actor })
      const context = contextOf(endpoint, request, reply, { cookies, input })
      const work = (chunks: AsyncIterable<Uint8Array>) => run(input, { ...context, chunks })
      const result = await withUploadSlot(request, reply, { maxBytes, shares, pace }, work)
      return reply.header('cache-control', 'no-store').send(replyOf(endpoint, result))
    },
  })
}
