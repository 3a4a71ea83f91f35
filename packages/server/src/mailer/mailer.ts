import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { relayOptions } from './relay-options.ts'

/**
 * Mail the product itself sends, to one relay that the operator names (MAIL_URL). Without a relay each
 * mail is kept in the data folder and its link printed, so that a first user can still verify. Whoever
 * sends does not wait, and never fails because a mail could not go out.
 */
export type Mailer = {
  send(mail: SystemMail): void
  /** Waits for what is under way. */
  stop(): Promise<void>
}

export type SystemMail = {
  to: string
  subject: string
  text: string
  html: string
  /** The one thing the reader is to open; printed when there is no relay. */
  link?: string
}

export type MailerOptions = {
  /** `smtp://` or `smtps://`, with credentials; null: there is no relay. */
  mailUrl: string | null
  mailFrom: string
  dataDir: string
  log: Logger
  /** Writes lines to the operator's terminal. */
  print: (text: string) => void
  now: () => number
}

export function createMailer(options: MailerOptions): Mailer {
  const { log, mailUrl } = options
  const deliver = mailUrl === null ? keepInFolder(options) : sendToRelay(mailUrl, options)
  const underWay = new Set<Promise<void>>()
  return {
    send(mail) {
      const delivery = deliver(mail)
        .catch((err: unknown) => log.error({ err, subject: mail.subject }, 'system mail not sent'))
        .finally(() => underWay.delete(delivery))
      underWay.add(delivery)
    },
    async stop() {
      await Promise.all(underWay)
    },
  }
}

type Deliver = (mail: SystemMail) => Promise<void>

// Nothing a mail is made of is ever fetched or read from disk on its behalf.
const closed = { disableFileAccess: true, disableUrlAccess: true }

function sendToRelay(mailUrl: string, { mailFrom, log }: MailerOptions): Deliver {
  const transport: Transporter = createTransport({ ...relayOptions(mailUrl), ...closed })
  return async ({ to, subject, text, html }) => {
    await transport.sendMail({ from: mailFrom, to, subject, text, html })
    log.info({ subject }, 'system mail sent')
  }
}

function keepInFolder({ dataDir, mailFrom, log, print, now }: MailerOptions): Deliver {
  const folder = join(dataDir, 'system-mail')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const transport = createTransport({ streamTransport: true, buffer: true, ...closed })
  return async ({ to, subject, text, html, link }) => {
    if (link) print(`${subject}, for ${to}:\n  ${link}`)
    const date = new Date(now())
    const { message } = await transport.sendMail({ from: mailFrom, to, subject, text, html, date })
    const time = date.toISOString().replaceAll(/[:.]/g, '-')
    const file = join(folder, `${time}-${randomUUID()}.eml`)
    // The links in it are as good as a password.
    await writeFile(file, message, { mode: 0o600, flag: 'wx' })
    log.info({ subject, file }, 'system mail kept: MAIL_URL is not set')
  }
}
