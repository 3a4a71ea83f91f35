import type { FastifyInstance } from 'fastify'
import { validate } from '@mailstop/contract'
import { invalid, notFound, Refusal } from '../errors.ts'
import type { Gate } from './gate.ts'
import { refuseOtherBodies } from './request-bodies.ts'
import type { UploadRoute } from './route.ts'
import type { UploadPace } from './upload-chunks.ts'
import { withUploadSlot, type UploadShares } from './upload-slot.ts'

type UploadOptions = {
  uploads: UploadRoute[]
  gate: Gate
  shares: UploadShares
  pace?: UploadPace | undefined
}

/** Takes bodies of bytes as they come, so that a file is never in memory as a whole. */
export function serveUploads(
  fastify: FastifyInstance,
  { uploads, gate, shares, pace }: UploadOptions,
): void {
  if (uploads.length === 0) return
  // In a scope of its own: the content type is refused everywhere else.
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) =>
      done(null, body),
    )
    refuseOtherBodies(scope, 'Send the file with the content type application/octet-stream.')
    for (const { path, maxBytes, params, query, handle } of uploads) {
      scope.post(path, {
        config: { takesItsTime: true },
        onRequest: (request, reply) =>
          gate.admit({ method: 'POST', access: 'verified' }, request, reply),
        async handler(request, reply) {
          const { actor } = request
          if (!actor) throw new Refusal('signed_out')
          const named = validate(params, request.params)
          if (!named.ok) throw notFound()
          const asked = validate(query, request.query)
          if (!asked.ok) throw invalid(asked.errors)
          const input = { params: named.data, query: asked.data, actor }
          const limits = { maxBytes, shares, pace }
          const work = (chunks: AsyncIterable<Uint8Array>) => handle({ ...input, chunks })
          const result = await withUploadSlot(request, reply, limits, work)
          return reply.header('cache-control', 'no-store').send(result)
        },
      })
    }
  })
}
