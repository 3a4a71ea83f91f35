import { run as sendmail } from '../sendmail.ts'
import { readSendmailWords } from '../../sendmail/sendmail-words.ts'

/** The server that Mailpit's sendmail and `ingest` send to where nothing else is named. */
export const usualServer = () => process.env['MP_SENDMAIL_SMTP_ADDR']?.trim() || 'localhost:1025'

/** Like `mailstop sendmail`, to the server of Mailpit; without recipients, to those of the header. */
export async function run(words: string[]): Promise<void> {
  const { env } = process
  const from = env['MP_SENDMAIL_FROM']?.trim()
  env['MAILSTOP_SMTP_URL'] ??= `smtp://${usualServer()}`
  const asked = readSendmailWords(words)
  const toHeader = 'recipients' in asked && asked.recipients.length === 0
  await sendmail(
    [...(from ? ['-f', from] : []), ...(toHeader ? ['-t'] : []), ...words],
    'mailpit sendmail',
  )
}
