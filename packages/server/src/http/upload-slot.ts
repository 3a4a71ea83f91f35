import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FairShares, Share } from '../lib/fair-shares.ts'
import { serveClient } from '../lib/served-client.ts'
import { clientOf } from './request-client.ts'
import { tooLarge, uploadChunks, type UploadPace } from './upload-chunks.ts'

/** For a connection whose upload was answered before its end. */
const idleMs = 60_000

/** Slots: each upload holds some of its bytes in memory. */
export type UploadShares = Record<'smallUploads' | 'largeUploads', FairShares>

const smallBytes = 1024 * 1024

type SlotOptions = { maxBytes: number; shares: UploadShares; pace?: UploadPace | undefined }

/** Waits for a slot for a body that is taken as it comes, and works on it for its client. */
export function withUploadSlot<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { maxBytes, shares, pace }: SlotOptions,
  work: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const { raw, headers } = request
  // An upload without Content-Length may be as large as the limit.
  const bytes = Number(headers['content-length'] ?? Infinity)
  if (bytes > maxBytes && bytes !== Infinity) throw tooLarge()
  const slots = bytes <= smallBytes ? shares.smallUploads : shares.largeUploads
  raw.setTimeout(idleMs, () => raw.destroy())
  // The rest of a slow upload is not read.
  const onSlow = () => void reply.header('connection', 'close')
  const withSlot = (slot: Share) => work(uploadChunks(raw, { maxBytes, pace, onSlow, slot }))
  return serveClient(clientOf(request, reply), () => slots.within(1, withSlot))
}
