import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FairShares, Share } from '../../lib/shares/fair-shares.ts'
import { serveClient, type ServedClient } from '../../lib/shares/served-client.ts'
import { tooLarge, uploadChunks, type UploadPace } from './upload-chunks.ts'

/** Ends a connection whose upload was answered before its end. */
const idleMs = 60_000

/** Slots: each upload holds some of its bytes in memory. */
export type UploadShares = Record<'smallUploads' | 'largeUploads', FairShares>

const smallBytes = 1024 * 1024

type SlotOptions = {
  maxBytes: number
  shares: UploadShares
  pace?: UploadPace | undefined
  client: ServedClient
}

/** Waits for a slot for a streamed body, and works on it for its client. */
export function withUploadSlot<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { maxBytes, shares, pace, client }: SlotOptions,
  work: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const { raw, headers } = request
  // An upload without Content-Length is a small one until it has become large.
  const bytes = Number(headers['content-length'] ?? 0)
  if (bytes > maxBytes) throw tooLarge()
  const slots = bytes <= smallBytes ? shares.smallUploads : shares.largeUploads
  raw.setTimeout(idleMs, () => raw.destroy())
  const onCut = () => void reply.header('connection', 'close')
  async function withSlot(first: Share): Promise<T> {
    const slot = createGrowingSlot(first, shares.largeUploads, slots === shares.smallUploads)
    try {
      return await work(uploadChunks(raw, { maxBytes, pace, onCut, slot }))
    } finally {
      slot.release()
    }
  }
  return serveClient(client, () => slots.within(1, withSlot))
}

/** A slot for small uploads, until more than a megabyte has come: then it waits for a slot for large ones. */
function createGrowingSlot(first: Share, large: FairShares, isSmall: boolean) {
  let slot = first
  let left = isSmall ? smallBytes : Infinity
  return {
    get signal() {
      return slot.signal
    },
    busy: (isBusy: boolean): void => slot.busy(isBusy),
    async moved(bytes: number): Promise<void> {
      slot.moved(bytes)
      left -= bytes
      if (left >= 0) return
      left = Infinity
      slot.busy(true)
      slot = await large.take(1)
      first.release()
    },
    release: (): void => slot.release(),
  }
}
