import { createHash } from 'node:crypto'
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
  const whole = await wholeOf(chunks, {
    json: isJson(request) ? mailMembers : undefined,
    onChunk: (chunk) => void hash?.update(chunk),
  })
  const bytes = ownMemory(whole)
  if (!isJson(request) && bytes.length === 0) {
    throw invalid({ body: ['Body is a required field'] })
  }
  const digest = hash?.digest('hex') ?? ''
  return { digest, ...(isJson(request) ? { json: bytes } : { source: bytes }) }
}

type Reading = { json?: JsonLimits | undefined; onChunk?: (chunk: Uint8Array) => void }

/**
 * The bytes, or their beginning up to where it is more JSON than `json` allows: who reads it there refuses it. The
 * rest is not kept.
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
  return Buffer.concat(read)
}

/** It can be moved to another thread. Of small chunks, Node makes a part of memory that others share. */
const ownMemory = (bytes: Buffer): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
