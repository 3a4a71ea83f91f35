import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

/** A client that reads nothing for this long is gone, or wants to keep the reply in our memory. */
export const longestStallMs = 30_000

/** Small, so that a slow client takes visible steps of a large file. */
const sliceBytes = 16 * 1024

type StallOptions = {
  response: ServerResponse
  ms: number
  /** Call it with what the client took, and when the server itself is at work. */
  pace?: { moved(bytes: number): void; busy(isBusy: boolean): void }
}

/**
 * The body of an answer whose connection is ended once the client has taken nothing for `ms`, so that no client keeps
 * a file in memory by not reading it. Time in which the server has no bytes yet is not counted.
 */
export function endedWhenStalled(
  bytes: Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { response, ms, pace }: StallOptions,
): Readable {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  const wait = () => {
    stop()
    if (!response.closed) timer = setTimeout(() => response.req.socket.destroy(), ms).unref()
  }
  response.once('close', stop)

  async function* slices(): AsyncGenerator<Uint8Array> {
    const isThere = !(Symbol.asyncIterator in bytes)
    if (isThere) pace?.busy(false)
    for await (const chunk of bytes instanceof Uint8Array ? [bytes] : bytes) {
      if (!isThere) pace?.busy(false)
      for (let at = 0; at < chunk.length; at += sliceBytes) {
        wait()
        const slice = chunk.subarray(at, at + sliceBytes)
        yield slice
        pace?.moved(slice.length)
      }
      stop()
      if (!isThere) pace?.busy(true)
    }
    pace?.busy(false)
    // The client still has to take the last bytes.
    wait()
  }
  return Readable.from(slices(), { objectMode: false })
}
