import { countText } from '@mailstop/contract'
import { oneLine } from '../../mime/text/one-line.ts'
import type { StoredMail } from './archive-store.ts'

/** Reports what an export could not read: how many mails, and which, as far as they are listed. */
export type LeftOut = {
  count: number
  mails: { id: number; subject: string; received_at: string }[]
}

/** However many are damaged, an export holds no more than this of them. */
const mostListed = 1_000
const subjectLength = 60

export function createLeftOut() {
  const leftOut: LeftOut = { count: 0, mails: [] }
  return {
    leftOut,
    add({ id, subject, receivedAt }: { id: number; subject: string; receivedAt: number }): void {
      leftOut.count += 1
      if (leftOut.mails.length >= mostListed) return
      const received_at = new Date(receivedAt).toISOString()
      leftOut.mails.push({ id, subject: oneLine(subject, subjectLength), received_at })
    },
  }
}

/** The last mail of an mbox that lacks some mails: nothing else tells a person who opens the file much later. */
export function noticeOf({ count, mails }: LeftOut, now: number): StoredMail {
  const more = count - mails.length
  const lines = [
    'From: Mailstop <MAILER-DAEMON>',
    `Date: ${new Date(now).toUTCString().replace('GMT', '+0000')}`,
    `Subject: ${countText(count)} could not be exported`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    'The stored bytes of these messages are damaged, so this file lacks them:',
    '',
    ...mails.map(({ id, subject, received_at }) => `${id}  ${received_at}  ${subject}`),
    ...(more > 0 ? [`and ${countText(more)} more`] : []),
    '',
  ]
  return { envelopeFrom: '', receivedAt: now, source: Buffer.from(lines.join('\r\n')) }
}
