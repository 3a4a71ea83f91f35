import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type CollectGarbage = (options: { type: 'major'; flavor: 'last-resort' }) => void

/**
 * Collects the garbage of the calling thread and returns the memory that is then free to the
 * system: V8 does so by itself only when it needs memory again. Takes 20 to 100 ms of the thread.
 */
export function freeMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as CollectGarbage
  collect({ type: 'major', flavor: 'last-resort' })
}
