import { unavailable } from '../errors.ts'
import { createThreadPool, TaskAborted } from '../lib/thread-pool.ts'
import type { AttachmentFile, View } from './view.ts'
import type * as viewTasks from './view-worker.ts'

/**
 * Opens mails for someone who looks, in threads of their own: whatever a mail holds, the answer
 * comes within the time limit and the main thread is not held up.
 */
export type Viewer = {
  view(source: Uint8Array): Promise<View | { problem: 'too_complex' }>
  /** Null when there is no such attachment, or the mail is too complex to open. */
  attachment(source: Uint8Array, key: string): Promise<AttachmentFile | null>
  stop(): Promise<void>
}

/** Each waits with its source in memory. */
const mostWaiting = 20

type ViewerDeps = {
  threads: number
  timeoutMs: number
  memoryMb: number
  log: { warn(details: object, message: string): void }
}

export function createViewer({ log, ...limits }: ViewerDeps): Viewer {
  const pool = createThreadPool<typeof viewTasks>({
    module: new URL('./view-worker.ts', import.meta.url),
    ...limits,
    queue: mostWaiting,
  })

  /** Null when the mail itself is at fault. Throws unavailable when too many wait already. */
  async function open<Result>(task: Promise<Result>, bytes: number): Promise<Result | null> {
    try {
      return await task
    } catch (error) {
      if (!(error instanceof TaskAborted)) throw error
      if (error.reason === 'busy' || error.reason === 'stopped') throw unavailable()
      log.warn({ err: error, bytes }, 'a mail is too complex to be opened')
      return null
    }
  }

  return {
    async view(source) {
      const view = await open(pool.run('view', source), source.length)
      return view ?? { problem: 'too_complex' }
    },
    attachment(source, key) {
      return open(pool.run('attachment', source, key), source.length)
    },
    stop: () => pool.stop(),
  }
}
