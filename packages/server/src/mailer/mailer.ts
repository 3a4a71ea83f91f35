import { createMailFolder } from './mail-folder.ts'
import { createOutbox, type OutboxOptions } from './outbox.ts'
import { deliverToRelay } from './relay.ts'

/**
 * Mail that the product sends, to one relay that the operator names (MAIL_URL), never to a host that
 * a user or a mail names. Without a relay it is kept in the data folder. The sender stores the mail in
 * its own transaction and does not wait for it to leave.
 */
export type Mailer = ReturnType<typeof createMailer>

export type MailerOptions = Omit<OutboxOptions, 'deliver' | 'sentText'> & {
  /** `smtp://` or `smtps://`, with credentials; null: there is no relay. */
  mailUrl: string | null
  mailFrom: string
  dataDir: string
  print: (text: string) => void
}

export function createMailer(options: MailerOptions) {
  const { mailUrl, mailFrom } = options
  if (mailUrl !== null) {
    const outbox = createOutbox({ ...options, deliver: deliverToRelay(mailUrl, mailFrom) })
    return { ...outbox, removeOldFiles: async () => {} }
  }
  const folder = createMailFolder(options)
  const sentText = 'written to the data folder, as MAIL_URL names no relay'
  const outbox = createOutbox({ ...options, deliver: folder.deliver, sentText })
  return { ...outbox, removeOldFiles: folder.removeOld }
}
