import { servedClient } from '../../../lib/served-client.ts'

/** A search that computes for longer lets others have their turn. */
const sliceMs = 3

/** Searches that have had their turn. Between two of them the thread does everything else that waits. */
const waiting: (() => void)[] = []

function goOn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(goOn)
}

/** To be called between two parts of the work of one search. Ends it when its client has hung up. */
export function createTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < sliceMs) return
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(goOn)
    })
    servedClient().signal?.throwIfAborted()
    since = performance.now()
  }
}
