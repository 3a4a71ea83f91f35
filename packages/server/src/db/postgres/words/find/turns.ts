import { unavailable } from '../../../../errors.ts'
import { servedClient } from '../../../../lib/shares/served-client.ts'
import { SearchTooLong } from '../../../store-faults.ts'

/** A search that computes for longer lets others have their turn. */
const sliceMs = 3

/** Searches that have had their turn. Between two of them the thread does everything else that waits. */
const waiting: (() => void)[] = []

function goOn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(goOn)
}

/** To be called between two steps of one search. Ends it when its client has hung up, or when it has taken `longestMs`. */
export function createTurns(longestMs: number): () => Promise<void> {
  const begun = performance.now()
  let since = begun
  return async () => {
    if (performance.now() - since < sliceMs) return
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(goOn)
    })
    since = performance.now()
    if (servedClient().signal?.aborted) throw unavailable({ retryAfter: 5 })
    if (since - begun > longestMs) throw new SearchTooLong(longestMs)
  }
}
