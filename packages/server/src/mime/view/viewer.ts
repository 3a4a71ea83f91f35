import type { AttachedMail } from '@mailstop/contract'
import { unavailable } from '../../errors.ts'
import type { FairShares } from '../../lib/shares/fair-shares.ts'
import { createThreadPool, TaskAborted, type ThreadPool } from '../../lib/process/thread-pool.ts'
import type { FittedView } from './fitted-view.ts'
import type { MailFrame } from '../parts/split-mail.ts'
import type { SharedPage } from './shared-page.ts'
import type { AttachmentFile } from './view.ts'
import type * as viewTasks from './view-worker.ts'

/**
 * Opens mails for readers, in threads of their own: whatever a mail holds, it costs no more than
 * the limits, and the main thread stays free. Clients take turns, and a small mail does not wait
 * for large ones. Every operation throws `unavailable` when its turn does not come in time.
 */
export type Viewer = ReturnType<typeof createViewer>

/** The source is read shortly before a thread is free, and transferred to it: other code must not use it. */
export type StoredMail = { size: number; read: () => Promise<Uint8Array> }

type ViewerDeps = {
  /** Shares of threads, which together are all threads, and of small sources in memory. */
  shares: { smallViews: FairShares; largeViews: FairShares; smallReads: FairShares }
  threads: ViewThreads
  log: { warn(details: object, message: string): void }
}

const smallBytes = 1024 * 1024

export type ViewThreads = ThreadPool<typeof viewTasks>

type ThreadLimits = { threads: number; cpuMs: number; wallMs?: number; memoryMb: number }

export const createViewThreads = (limits: ThreadLimits): ViewThreads =>
  createThreadPool<typeof viewTasks>({
    module: new URL('./view-worker.ts', import.meta.url),
    ...limits,
    takesArguments: true,
  })

export function createViewer({ shares, log, threads: pool }: ViewerDeps) {
  /** Null when the mail itself is at fault. */
  async function open<Result>(
    { size, read }: StoredMail,
    run: (source: Uint8Array) => Promise<Result>,
  ): Promise<Result | null> {
    try {
      if (size > smallBytes) return await shares.largeViews.within(1, async () => run(await read()))
      // No thread waits for a slow store, with everybody behind it. Of large mails, one at a time is enough in memory.
      return await shares.smallReads.within(1, async () => {
        const source = await read()
        return shares.smallViews.within(1, () => run(source))
      })
    } catch (error) {
      if (!(error instanceof TaskAborted)) throw error
      if (error.reason !== 'timeout' && error.reason !== 'crash') {
        throw unavailable({
          message: 'The server is too busy to open this message. Try again in a moment.',
          retryAfter: 5,
        })
      }
      log.warn({ err: error, bytes: size }, 'a mail is too complex to be opened')
      return null
    }
  }

  return {
    async view(mail: StoredMail): Promise<FittedView | { problem: 'too_complex' }> {
      const view = await open(mail, (source) => pool.run('view', source))
      return view ?? { problem: 'too_complex' }
    },
    /** Null when there is no such attachment, or the mail is too complex to open. */
    attachment: (mail: StoredMail, key: string): Promise<AttachmentFile | null> =>
      open(mail, (source) => pool.run('attachment', source, key)),
    /** The SHA-256 of an attachment in hexadecimal digits; null as above. */
    digest: (mail: StoredMail, key: string): Promise<string | null> =>
      open(mail, (source) => pool.run('digest', source, key)),
    /** A mail that is attached. Null also for an attachment that is no mail. */
    attachedMail: (mail: StoredMail, key: string): Promise<AttachedMail | null> =>
      open(mail, (source) => pool.run('attachedMail', source, key)),
    /** All attachments in a zip archive. Null when the mail is too complex to open. */
    zip: (mail: StoredMail): Promise<Uint8Array | null> =>
      open(mail, (source) => pool.run('zip', source)),
    /** Html or text as UTF-8, as far as it is shown. Null when there is none. */
    body: (mail: StoredMail, kind: 'html' | 'text'): Promise<Uint8Array | null> =>
      open(mail, (source) => pool.run('body', source, kind)),
    // Serves APIs of other tools (`described-mail.ts`). Null when the mail is too complex to open.
    description: (mail: StoredMail) => open(mail, (source) => pool.run('description', source)),
    outline: (mail: StoredMail) => open(mail, (source) => pool.run('outline', source)),
    header: (mail: StoredMail) => open(mail, (source) => pool.run('header', source)),
    /** Null also when there is no such part, or no html. */
    part: (mail: StoredMail, path: string) =>
      open(mail, (source) => pool.run('part', source, path)),
    page: (mail: StoredMail, options: { opensOutside: boolean }) =>
      open(mail, (source) => pool.run('page', source, options)),
    /** The page of a link for people without an account; null when the mail is too complex to open. */
    sharedPage: (mail: StoredMail, asked: SharedPage): Promise<Uint8Array | null> =>
      open(mail, (source) => pool.run('sharedPage', source, asked)),
    split: (mail: StoredMail, frame: MailFrame) =>
      open(mail, (source) => pool.run('split', source, frame)),
    addresses: (mail: StoredMail, most: number) =>
      open(mail, (source) => pool.run('addresses', source, most)),
    rest: (): void => pool.rest(),
    stop: (): Promise<void> => pool.stop(),
  }
}
