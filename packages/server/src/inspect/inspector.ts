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
  /** Waits for a turn. Undefined where the mail reached a limit of its thread; throws unavailable where no turn came. */
  async function inTurn<Result>(
    mail: StoredMail,
    run: (source: Uint8Array) => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await shares.inspections.within(1, async () => run(await mail.read()))
    } catch (error) {
      if (!(error instanceof TaskAborted)) throw error
      if (error.reason !== 'timeout' && error.reason !== 'crash') {
        throw unavailable({
          message: 'The server is too busy to check this message. Try again in a moment.',
          retryAfter: 5,
        })
      }
      log.warn({ err: error, bytes: mail.size }, 'a mail is too complex to be checked')
      return undefined
    }
  }

  return {
    async inspect(
      mail: StoredMail,
      envelope: MailEnvelope,
      options: InspectionOptions,
    ): Promise<Inspection> {
      const done: CheckedSection[] = []
      await inTurn(mail, (source) =>
        threads.runInParts(
          'inspect',
          [source, envelope, options],
          (section) => void done.push(section),
        ),
      )
      return summed(done)
    },
    /** Which features of html and CSS the mail uses, as JSON in Mailpit's form. */
    checkHtml: async (mail: StoredMail): Promise<Uint8Array | 'no_html' | 'too_complex'> =>
      (await inTurn(mail, (source) => threads.run('checkHtml', source))) ?? 'too_complex',
    rest: (): void => threads.rest(),
    stop: (): Promise<void> => threads.stop(),
  }
}
