import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../errors.ts'
import type { Share } from '../../lib/shares/fair-shares.ts'

/** Each `bytes` of an upload have to come within `ms`, our own pauses not counted. */
export type UploadPace = { bytes: number; ms: number }

/** About 1 KB in a second: real connections are faster, and a trickling upload cannot keep its slot. */
const leastPace: UploadPace = { bytes: 32 * 1024, ms: 30_000 }

type UploadLimits = {
  maxBytes: number
  pace?: UploadPace | undefined
  /** The rest of the body will not be read: it comes too slowly, or without a length and is too large. */
  onCut: () => void
  slot: Pick<Share, 'signal' | 'busy'> & { moved(bytes: number): Promise<void> }
}

export const tooLarge = () =>
  new Refusal('too_large', { message: 'The file is larger than this server accepts.' })

/** Yields a body as it comes. Throws when it is too large, comes too slowly or breaks off. */
export async function* uploadChunks(
  body: IncomingMessage,
  { maxBytes, onCut, slot, pace = leastPace }: UploadLimits,
): AsyncGenerator<Uint8Array> {
  // Destroying a refused request would lose its answer.
  const chunks: AsyncIterator<Uint8Array> = body.iterator({ destroyOnReturn: false })
  let bytes = 0
  let came = 0
  let waited = 0
  try {
    while (true) {
      slot.busy(false)
      const from = performance.now()
      const next = await within(pace.ms - waited, brokenOff(chunks.next()), slot.signal)
      if (next === null) {
        onCut()
        const message = 'The upload was too slow and was stopped.'
        throw new Refusal('bad_request', { message })
      }
      if (next.done) return
      bytes += next.value.length
      if (bytes > maxBytes) {
        onCut()
        throw tooLarge()
      }
      came += next.value.length
      waited += performance.now() - from
      await slot.moved(next.value.length)
      if (came >= pace.bytes) [came, waited] = [0, 0]
      slot.busy(true)
      yield next.value
    }
  } finally {
    // What is left of a body that was refused is thrown away, so that the next request on this connection is read.
    const ended = chunks.return?.() ?? Promise.resolve()
    void ended.then(() => body.resume()).catch(() => {})
  }
}

/** Null when the upload ends first, or its slot is taken back. */
function within<T>(ms: number, task: Promise<T>, slot: AbortSignal): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const end = () => resolve(null)
  const timer = setTimeout(end, slot.aborted ? 0 : ms)
  slot.addEventListener('abort', end, { once: true })
  return Promise.race([task, promise]).finally(() => {
    clearTimeout(timer)
    slot.removeEventListener('abort', end)
  })
}

/** A client that hangs up halfway has sent a broken request, which is no bug of ours. */
function brokenOff<T>(task: Promise<T>): Promise<T> {
  return task.catch(() => {
    throw new Refusal('bad_request')
  })
}
