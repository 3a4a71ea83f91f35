import type { FastifyInstance, FastifyRequest } from 'fastify'
import { validate } from '@mailstop/contract'
import { invalid, notFound, Refusal } from '../errors.ts'
import type { Gate } from './gate.ts'
import type { UploadRoute } from './route.ts'

/** An upload may take its time as long as bytes keep coming. */
const idleMs = 60_000

/** Takes bodies of bytes as they come, so that a file is never in memory as a whole. */
export function serveUploads(
  fastify: FastifyInstance,
  { uploads, gate }: { uploads: UploadRoute[]; gate: Gate },
): void {
  if (uploads.length === 0) return
  // In a scope of its own: the content type is refused everywhere else.
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) =>
      done(null, body),
    )
    for (const { path, maxBytes, params, query, handle } of uploads) {
      scope.post(path, {
        config: { takesItsTime: true },
        onRequest: (request, reply) =>
          gate.admit({ method: 'POST', access: 'verified' }, request, reply),
        async handler(request, reply) {
          const { caller, raw } = request
          if (!caller) throw new Refusal('signed_out')
          const named = validate(params, request.params)
          if (!named.ok) throw notFound()
          const asked = validate(query, request.query)
          if (!asked.ok) throw invalid(asked.errors)
          if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
            throw new Refusal('too_large')
          }
          raw.setTimeout(idleMs, () => raw.destroy())
          const input = { params: named.data, query: asked.data, caller }
          const result = await handle({ ...input, chunks: chunksOf(request, maxBytes) })
          return reply.header('cache-control', 'no-store').send(result)
        },
      })
    }
  })
}

async function* chunksOf({ raw }: FastifyRequest, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of raw) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new Refusal('too_large')
      yield chunk
    }
  } catch (error) {
    // Whoever hangs up half-way has sent a broken request; it is nobody's bug.
    throw raw.destroyed && !(error instanceof Refusal) ? new Refusal('bad_request') : error
  }
}
