import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { fileHeaders } from './file-headers.ts'
import type { Gate } from './gate.ts'
import type { FileRoute } from './route.ts'

/** Serves bytes behind signed links; what they may do in a browser is decided by their headers. */
export function serveFiles(
  fastify: FastifyInstance,
  { files, gate }: { files: FileRoute[]; gate: Gate },
): void {
  for (const { path, handle } of files) {
    fastify.get<{ Params: Record<string, string> }>(path, {
      onRequest: (request) => gate.identify(request),
      async handler(request, reply) {
        const { bytes, ...file } = await handle({ params: request.params, caller: request.caller })
        const body =
          bytes instanceof Uint8Array
            ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
            : Readable.from(bytes, { objectMode: false })
        return reply.headers(fileHeaders(file)).send(body)
      },
    })
  }
}
