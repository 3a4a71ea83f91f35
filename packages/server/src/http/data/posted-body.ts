import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../../errors.ts'
import type { Posted } from '../route.ts'

export const isJson = ({ headers }: FastifyRequest): boolean =>
  /^application\/json\b/i.test(headers['content-type'] ?? '')

export async function readPosted(
  request: FastifyRequest,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Posted> {
  const isNamed = request.headers['idempotency-key'] !== undefined
  const read: Uint8Array[] = []
  // It is hashed as it comes: for the hash of all of it at once, the others would have to wait.
  const hash = isNamed
    ? createHash('sha256').update(JSON.stringify([isJson(request), request.query]))
    : null
  for await (const chunk of chunks) {
    hash?.update(chunk)
    read.push(chunk)
  }
  const bytes = ownMemory(Buffer.concat(read))
  if (!isJson(request) && bytes.length === 0) {
    throw invalid({ body: ['Body is a required field'] })
  }
  const digest = hash?.digest('hex') ?? ''
  return { digest, ...(isJson(request) ? { json: bytes } : { source: bytes }) }
}

/** It can be moved to another thread. Of small chunks, Node makes a part of memory that others share. */
const ownMemory = (bytes: Buffer): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
