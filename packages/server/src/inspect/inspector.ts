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
 * Checks mails in threads of its own, with limits on time and memory. Clients take turns. A check has little time at
 * first, so that the next one need not wait long; only one that needs more waits for another thread, and then for its
 * like alone. What reaches the limits there too is answered with what was done by then.
 */
export type Inspector = ReturnType<typeof createInspector>

export type HtmlCheck = Uint8Array | 'no_html' | 'too_complex'

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
  shares: { inspections: FairShares; longInspections: FairShares }
  threads: InspectThreads
  longThreads: InspectThreads
  log: { warn(details: object, message: string): void }
}

export function createInspector({ shares, threads, longThreads, log }: InspectorDeps) {
  const isTimeout = (error: unknown) => error instanceof TaskAborted && error.reason === 'timeout'

  /** Waits for turns. Undefined where the mail reached a limit of its thread; throws unavailable where no turn came. */
  async function inTurn<Result>(
    mail: StoredMail,
    run: (pool: InspectThreads, source: Uint8Array) => Promise<Result>,
  ): Promise<Result | undefined> {
    const tryIn = (turns: FairShares, pool: InspectThreads) =>
      turns.within(1, async () => run(pool, await mail.read()))
    try {
      try {
        return await tryIn(shares.inspections, threads)
      } catch (error) {
        if (!isTimeout(error)) throw error
        return await tryIn(shares.longInspections, longThreads)
      }
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

  let clients: ReturnType<typeof tasks.mailClients> | null = null

  return {
    /** The data on them is known in the threads alone. */
    mailClients: () =>
      (clients ??= threads.run('mailClients').catch((error: unknown) => {
        clients = null
        throw error instanceof TaskAborted ? unavailable({ retryAfter: 5 }) : error
      })),
    async inspect(
      mail: StoredMail,
      envelope: MailEnvelope,
      options: InspectionOptions,
    ): Promise<Inspection> {
      const done: CheckedSection[] = []
      await inTurn(mail, (pool, source) =>
        pool.runInParts(
          'inspect',
          [source, envelope, options],
          // The second try hands on again what the first one has done: it says the same.
          (section) => void done.push(section),
        ),
      )
      return summed(done)
    },
    /** Which features of html and CSS the mail uses, as JSON in Mailpit's form. */
    checkHtml: async (mail: StoredMail): Promise<HtmlCheck> =>
      (await inTurn(mail, (pool, source) => pool.run('checkHtml', source))) ?? 'too_complex',
    rest(): void {
      threads.rest()
      longThreads.rest()
    },
    async stop(): Promise<void> {
      await Promise.all([threads.stop(), longThreads.stop()])
    },
  }
}
