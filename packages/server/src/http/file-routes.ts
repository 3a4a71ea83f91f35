import type { FastifyInstance } from 'fastify'
import { fileHeaders } from './file-headers.ts'
import { createFileMemory, type FileMemoryLimits } from './file-memory.ts'
import type { Gate } from './gate.ts'
import type { FileRoute } from './route.ts'
import { endedWhenStalled } from './stall-limit.ts'

/** A client that takes nothing for so long has gone, or means to keep the file in our memory. */
const longestStallMs = 30_000

export type FileLimits = { memory?: FileMemoryLimits; stallMs?: number }

/**
 * Serves bytes behind signed links; what they may do in a browser is decided by their headers, and how
 * many of them wait in memory for slow clients by `file-memory.ts`.
 */
export function serveFiles(
  fastify: FastifyInstance,
  { files, gate, limits = {} }: { files: FileRoute[]; gate: Gate; limits?: FileLimits },
): void {
  const { stallMs: ms = longestStallMs } = limits
  const memory = createFileMemory(limits.memory)
  for (const { path, handle } of files) {
    fastify.get<{ Params: Record<string, string> }>(path, {
      onRequest: (request) => gate.identify(request),
      async handler({ params, caller, method }, reply) {
        const response = reply.raw
        const room = memory.open(caller?.userId ?? null)
        try {
          const { bytes, ...file } = await handle({ params, caller, hold: room.hold })
          reply.headers(fileHeaders(file))
          if (bytes instanceof Uint8Array) {
            // Of an attachment, room was held for the whole mail.
            room.hold(bytes.length)
            reply.header('content-length', bytes.length)
          }
          // Not before now: a client that hangs up does not stop what is being read for it.
          if (response.closed) room.release()
          else response.once('close', room.release)
          const body = method === 'HEAD' ? new Uint8Array() : bytes
          return reply.send(endedWhenStalled(body, { response, ms }))
        } catch (error) {
          room.release()
          throw error
        }
      },
    })
  }
}
