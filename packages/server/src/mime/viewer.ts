import { unavailable } from '../errors.ts'
import { createThreadPool, TaskAborted } from '../lib/thread-pool.ts'
import type { AttachmentFile, View } from './view.ts'
import type * as viewTasks from './view-worker.ts'

/**
 * Opens mails for someone who looks, in threads of their own: whatever a mail holds, the answer
 * comes within the time limit and the main thread is not held up.
 */
export type Viewer = {
  view(read: ReadSource): Promise<View | { problem: 'too_complex' }>
  /** Null when there is no such attachment, or the mail is too complex to open. */
  attachment(read: ReadSource, key: string): Promise<AttachmentFile | null>
  stop(): Promise<void>
}

/** Called once there is a place for the mail. */
type ReadSource = () => Promise<Uint8Array>

/** Each has its source in memory, which is why there is a place for it before it is read. */
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
  let opening = 0

  /** Null when the mail itself is at fault. Throws unavailable when too many wait already. */
  async function open<Result>(
    read: ReadSource,
    run: (source: Uint8Array) => Promise<Result>,
  ): Promise<Result | null> {
    if (opening >= limits.threads + mostWaiting) throw unavailable()
    opening += 1
    let bytes = 0
    try {
      const source = await read()
      bytes = source.length
      return await run(source)
    } catch (error) {
      if (!(error instanceof TaskAborted)) throw error
      if (error.reason === 'busy' || error.reason === 'stopped') throw unavailable()
      log.warn({ err: error, bytes }, 'a mail is too complex to be opened')
      return null
    } finally {
      opening -= 1
    }
  }

  return {
    async view(read) {
      const view = await open(read, (source) => pool.run('view', source))
      return view ?? { problem: 'too_complex' }
    },
    attachment(read, key) {
      return open(read, (source) => pool.run('attachment', source, key))
    },
    stop: () => pool.stop(),
  }
}
