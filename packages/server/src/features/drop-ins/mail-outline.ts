import type { Mailbox } from '@mailstop/contract'
import type { MailRow } from '../../db/schema.ts'
import type { MailOutline } from '../../mime/view/described-mail.ts'
import { storedList } from '../../lib/json/stored-list.ts'

/** A mail that is too complex to be opened shows what its row says. */
export const outlineOfRow = (row: MailRow): MailOutline => ({
  messageId: '',
  from: { name: row.from_name, address: row.from_address },
  to: storedList<Mailbox>(row.recipients),
  cc: [],
  bcc: [],
  replyTo: [],
  subject: row.subject,
  attachments: row.attachment_count,
  snippet: row.snippet,
})

type Addressed = Pick<MailOutline, 'to' | 'cc' | 'bcc'>

/** The field Bcc, and recipients of the envelope that no field names. */
export function blindCopies(
  row: Pick<MailRow, 'envelope_to'>,
  { to, cc, bcc }: Addressed,
): Mailbox[] {
  const named = new Set([...to, ...cc, ...bcc].map(({ address }) => address.toLowerCase()))
  const envelope = storedList<string>(row.envelope_to)
  const missing = envelope.filter((each) => !named.has(each.toLowerCase()))
  return [...bcc, ...new Set(missing)].map((each) =>
    typeof each === 'string' ? { name: '', address: each } : each,
  )
}
