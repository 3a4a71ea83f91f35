import type { FastifyInstance } from 'fastify'
import { validate } from '@mailstop/contract'
import { invalid, notFound, Refusal } from '../errors.ts'
import type { FairShares, Share } from '../lib/fair-shares.ts'
import { serveClient } from '../lib/served-client.ts'
import type { Gate } from './gate.ts'
import { refuseOtherBodies } from './request-bodies.ts'
import { clientOf } from './request-client.ts'
import type { UploadRoute } from './route.ts'
import { tooLarge, uploadChunks, type UploadPace } from './upload-chunks.ts'

/** For a connection whose upload was answered before its end. */
const idleMs = 60_000

/** Slots: each upload holds some of its bytes in memory. */
export type UploadShares = Record<'smallUploads' | 'largeUploads', FairShares>

const smallBytes = 1024 * 1024

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
          const { actor, raw } = request
          if (!actor) throw new Refusal('signed_out')
          const named = validate(params, request.params)
          if (!named.ok) throw notFound()
          const asked = validate(query, request.query)
          if (!asked.ok) throw invalid(asked.errors)
          // An upload without Content-Length may be as large as the limit.
          const bytes = Number(request.headers['content-length'] ?? Infinity)
          if (bytes > maxBytes && bytes !== Infinity) throw tooLarge()
          const slots = bytes <= smallBytes ? shares.smallUploads : shares.largeUploads
          raw.setTimeout(idleMs, () => raw.destroy())
          const input = { params: named.data, query: asked.data, actor }
          // The rest of a slow upload is not read.
          const onSlow = () => void reply.header('connection', 'close')
          const client = clientOf(request, reply)
          const work = async (slot: Share) => {
            const chunks = uploadChunks(raw, { maxBytes, pace, onSlow, slot })
            return handle({ ...input, chunks })
          }
          const result = await serveClient(client, () => slots.within(1, work))
          return reply.header('cache-control', 'no-store').send(result)
        },
      })
    }
  })
}
