import { unavailable } from '../../../errors.ts'
import { createThreadPool, TaskAborted } from '../../../lib/process/thread-pool.ts'
import type { ForwardedMail, ForwardOrder } from './forwarded-mail.ts'
import { make, type Unsendable } from './message-worker.ts'
import type * as tasks from './message-worker.ts'

export type MessageMaker = ReturnType<typeof createMessageMaker>

/** What takes a few milliseconds at most. More is the work of a thread: mail is being caught meanwhile. */
const hereBytes = 256 * 1024
const limits = { threads: 1, cpuMs: 60_000, memoryMb: 512, queue: 20 }

export function createMessageMaker() {
  const pool = createThreadPool<typeof tasks>({
    module: new URL('./message-worker.ts', import.meta.url),
    ...limits,
  })
  return {
    /** Throws unavailable when it has stopped or too many wait. */
    async make(source: Uint8Array, order: ForwardOrder): Promise<ForwardedMail | Unsendable> {
      if (source.byteLength <= hereBytes) return make(source, order)
      try {
        return await pool.run('make', source, order)
      } catch (error) {
        if (!(error instanceof TaskAborted)) throw error
        if (error.reason !== 'timeout' && error.reason !== 'crash') throw unavailable()
        return { problem: 'unfit', reason: 'it takes too much time or memory' }
      }
    },
    rest: (): void => pool.rest(),
    stop: (): Promise<void> => pool.stop(),
  }
}
