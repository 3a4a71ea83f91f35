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
    length: lengthOf(request),
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

/** How long a body says that it is, 0 if it does not. */
export const lengthOf = ({ headers }: FastifyRequest): number =>
  Number(headers['content-length'] ?? 0)

type Reading = {
  length: number
  json?: JsonLimits | undefined
  onChunk?: (chunk: Uint8Array) => void
}

/**
 * The bytes, or their beginning up to where it is more JSON than `json` allows: who reads it there refuses it. The
 * rest is not kept. Each chunk is put in its place as it comes: others would have to wait for all of them at once.
 */
export async function wholeOf(
  chunks: AsyncIterable<Uint8Array>,
  { length, json, onChunk }: Reading,
): Promise<Buffer> {
  const excess = json && createJsonCount(json)
  let whole: Buffer = Buffer.alloc(0)
  let used = 0
  for await (const chunk of chunks) {
    onChunk?.(chunk)
    const end = used + chunk.length
    if (end > whole.length) whole = larger(whole.subarray(0, used), Math.max(length, end))
    whole.set(chunk, used)
    used = end
    if (excess?.(chunk)) break
  }
  return whole.subarray(0, used)
}

/** Twice as much at least, so that a body whose length is not known is copied a few times only. */
function larger(bytes: Buffer, atLeast: number): Buffer {
  const room = Buffer.allocUnsafeSlow(Math.max(atLeast, 2 * bytes.length))
  room.set(bytes)
  return room
}

/** It can be moved to another thread. Where more memory was taken than is needed, the rest is not moved with it. */
const ownMemory = (bytes: Buffer): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
