import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { createMailFolder } from './mail-folder.ts'
import { createOutboxMetrics } from '../queue/queue-metrics.ts'
import { createOutbox, type Outbox, type OutboxOptions } from './outbox.ts'
import { deliverToRelay } from './relay.ts'

/**
 * Mail that the product sends, to one relay that the operator names (MAIL_URL), never to a host that
 * a user or a mail names. Without a relay it is kept in the data folder. Whoever sends keeps the mail
 * in their own transaction and does not wait for it to leave.
 */
export type Mailer = Outbox & {
  /** Of the data folder, which is this process's own. */
  removeOldFiles(): Promise<void>
}

export type MailerOptions = {
  db: Database
  /** Encrypts what waits. 32 bytes. */
  key: Uint8Array
  /** `smtp://` or `smtps://`, with credentials; null: there is no relay. */
  mailUrl: string | null
  mailFrom: string
  dataDir: string
  log: Logger
  /** Writes lines to the operator's terminal. */
  print: (text: string) => void
  now: () => number
  metrics?: Registry
  onSettled?: OutboxOptions['onSettled']
  isSuppressed?: OutboxOptions['isSuppressed']
  stopGraceMs?: number
}

export function createMailer(options: MailerOptions): Mailer {
  const { db, key, mailUrl, mailFrom, log, now, metrics, onSettled, isSuppressed } = options
  const onOutcome = metrics && createOutboxMetrics({ registry: metrics, db, now })
  const { stopGraceMs = 8_000 } = options
  const told = { ...(onOutcome && { onOutcome }), ...(onSettled && { onSettled }) }
  const asked = { ...(isSuppressed && { isSuppressed }) }
  const common = { db, key, log, now, stopGraceMs, ...told, ...asked }
  if (mailUrl !== null) {
    const outbox = createOutbox({ ...common, deliver: deliverToRelay(mailUrl, mailFrom) })
    return { ...outbox, removeOldFiles: async () => {} }
  }
  const folder = createMailFolder(options)
  const outbox = createOutbox({ ...common, deliver: folder.deliver })
  return {
    ...outbox,
    removeOldFiles: folder.removeOld,
  }
}
