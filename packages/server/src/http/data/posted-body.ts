import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../../errors.ts'
import { createJsonCount, mailMembers, type JsonLimits } from '../../lib/json/read-json.ts'
import type { Posted } from '../route.ts'

export const isJson = ({ headers }: FastifyRequest): boolean =>
  /^application\/json\b/i.test(headers['content-type'] ?? '')

export async function readPosted(
  request: FastifyRequest,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Posted> {
  const isNamed = request.headers['idempotency-key'] !== undefined
  // It is hashed as it comes: for the hash of all of it at once, the others would have to wait.
  const hash = isNamed
    ? createHash('sha256').update(JSON.stringify([isJson(request), request.query]))
    : null
  const bytes = await wholeOf(chunks, {
    json: isJson(request) ? mailMembers : undefined,
    onChunk: (chunk) => void hash?.update(chunk),
  })
  if (!isJson(request) && bytes.length === 0) {
    throw invalid({ body: ['Body is a required field'] })
  }
  const digest = hash?.digest('hex') ?? ''
  return { digest, ...(isJson(request) ? { json: bytes } : { source: bytes }) }
}

type Reading = { json?: JsonLimits | undefined; onChunk?: (chunk: Uint8Array) => void }

/**
 * The bytes, or their beginning up to where it is more JSON than `json` allows: who reads it there refuses it. The
 * rest is not kept. They have memory of their own, so that they can be moved to another thread.
 */
export async function wholeOf(
  chunks: AsyncIterable<Uint8Array>,
  { json, onChunk }: Reading,
): Promise<Buffer> {
  const excess = json && createJsonCount(json)
  const read: Uint8Array[] = []
  for await (const chunk of chunks) {
    onChunk?.(chunk)
    read.push(chunk)
    if (excess?.(chunk)) break
  }
  return joined(read)
}

const copiedInTurn = 1024 * 1024

/** Copies a megabyte in each turn: others would have to wait for all of a large body. */
async function joined(chunks: Uint8Array[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  let turn = copiedInTurn
  for (const chunk of chunks) {
    if (at >= turn) {
      turn = at + copiedInTurn
      await setImmediate()
    }
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
