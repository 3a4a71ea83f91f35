import type { Inspection } from '@mailstop/contract'
import { unavailable } from '../errors.ts'
import type { FairShares } from '../lib/shares/fair-shares.ts'
import { createThreadPool, TaskAborted, type ThreadPool } from '../lib/process/thread-pool.ts'
import type { StoredMail } from '../mime/view/viewer.ts'
import { type CheckedSection, summed } from './inspect.ts'
import type * as tasks from './inspect-worker.ts'
import type { MailEnvelope } from './mail/inspected-mail.ts'
import type { InspectionOptions } from './section.ts'

/**
 * Checks mails in a thread of its own, with limits on time and memory: a check that reaches one says what was done by
 * then. Clients take turns.
 */
export type Inspector = ReturnType<typeof createInspector>

export type InspectThreads = ThreadPool<typeof tasks>

export const createInspectThreads = (limits: {
  threads: number
  cpuMs: number
  memoryMb: number
}): InspectThreads =>
  createThreadPool<typeof tasks>({
    module: new URL('./inspect-worker.ts', import.meta.url),
    ...limits,
    takesArguments: true,
  })

type InspectorDeps = {
  shares: { inspections: FairShares }
  threads: InspectThreads
  log: { warn(details: object, message: string): void }
}

export function createInspector({ shares, threads, log }: InspectorDeps) {
  return {
    /** Throws unavailable where its turn does not come in time. */
    async inspect(
      mail: StoredMail,
      envelope: MailEnvelope,
      options: InspectionOptions,
    ): Promise<Inspection> {
      const done: CheckedSection[] = []
      try {
        await shares.inspections.within(1, async () =>
          threads.runInParts(
            'inspect',
            [await mail.read(), envelope, options],
            (section) => void done.push(section),
          ),
        )
      } catch (error) {
        if (!(error instanceof TaskAborted)) throw error
        if (error.reason !== 'timeout' && error.reason !== 'crash') {
          throw unavailable({
            message: 'The server is too busy to check this message. Try again in a moment.',
            retryAfter: 5,
          })
        }
        log.warn(
          { err: error, bytes: mail.size, done: done.length },
          'a mail is too complex to be checked',
        )
      }
      return summed(done)
    },
    rest: (): void => threads.rest(),
    stop: (): Promise<void> => threads.stop(),
  }
}
