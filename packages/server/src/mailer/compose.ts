import type { SendMailOptions } from 'nodemailer'
import type { OutgoingMail } from './outgoing-mail.ts'
import { unsubscribeFields } from './unsubscribe-fields.ts'

/**
 * A mail as nodemailer takes it. At every attempt it is the same, its Message-ID and Date included, so
 * that a receiver can tell a duplicate. Nothing it is made of is fetched or read from disk.
 */
export function compose(
  { id, createdAt, mail }: { id: string; createdAt: number; mail: OutgoingMail },
  mailFrom: string,
): SendMailOptions {
  const closed = { disableFileAccess: true, disableUrlAccess: true }
  if ('source' in mail) {
    // RFC 6152: declared where the relay supports it, since the body is passed on unchanged.
    const envelope = { ...mail.envelope, use8BitMime: true }
    return { ...closed, envelope, raw: Buffer.from(mail.source) }
  }
  const domain = /@([^\s<>@]+?)>?$/.exec(mailFrom)?.[1] ?? 'localhost'
  return {
    ...closed,
    from: mailFrom,
    to: { name: '', address: mail.to ?? '' },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${id}@${domain}>`,
    date: new Date(createdAt),
    // RFC 3834: no out-of-office reply, please.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.stopUrl !== undefined && Object.fromEntries(unsubscribeFields(mail.stopUrl))),
    },
  }
}
