import type { Mail, Mailbox, MailSummary } from '@mailstop/contract'
import type { Dialogue } from '../../../db/mail/packed-dialogue.ts'
import type { MailRow } from '../../../db/schema.ts'
import type { ListedRow } from '../rows/mail-store.ts'
import type { DeletedMailRow, Deletion } from '../rows/deletion-store.ts'
import { encodeDeletion } from '../rows/mail-rules.ts'
import { beginning } from '../../../lib/json/json-size.ts'
import { storedList } from '../../../lib/json/stored-list.ts'
import type { FittedView } from '../../../mime/view/fitted-view.ts'

/** The last time that a date can have (ECMAScript section 21.4.1.1); only a damaged row has a later one. */
const lastTime = 8.64e15
const isTime = (time: number) => Math.abs(time) <= lastTime
const iso = (time: number) => new Date(isTime(time) ? time : 0).toISOString()
const isoOrNull = (time: number | null) => (time === null || !isTime(time) ? null : iso(time))

/** Bytes of JSON: a page of rows and a mail with very many recipients stay small replies. */
const mostRecipientBytes = { listed: 4 * 1024, opened: 256 * 1024 }

/** What a mail is given after its row was written. */
export type GivenLater = Pick<MailSummary, 'tags' | 'broken_guards' | 'inbox'>

export function summaryView(
  row: ListedRow,
  { tags, broken_guards, inbox }: GivenLater,
  recipientBytes = mostRecipientBytes.listed,
): MailSummary {
  return {
    id: row.id,
    from: fromView(row),
    to: beginning(storedList<Mailbox>(row.recipients), recipientBytes),
    subject: row.subject,
    snippet: row.snippet,
    date: isoOrNull(row.dated_at),
    received_at: iso(row.received_at),
    read_at: isoOrNull(row.read_at),
    flagged: row.flagged_at !== null,
    attachment_count: row.attachment_count,
    tags,
    size: row.size,
    inbox,
    broken_guards,
  }
}

const fromView = (row: Pick<MailRow, 'from_name' | 'from_address'>): Mailbox | null =>
  row.from_name || row.from_address ? { name: row.from_name, address: row.from_address } : null

export const deletionView = ({ at, count, newest }: Deletion) => ({
  deletion: encodeDeletion(at),
  deleted_at: iso(at),
  count,
  newest: { from: fromView(newest), subject: newest.subject },
})

export const deletedMailView = ({ id, subject, received_at, ...sender }: DeletedMailRow) => ({
  id,
  from: fromView(sender),
  subject,
  received_at: iso(received_at),
})

/** A mail whose contents could not be read within the limits is shown by its summary alone. */
export function mailView(
  row: MailRow,
  given: GivenLater,
  contents: FittedView | { problem: 'too_complex' },
  story: Pick<Mail, 'transcript' | 'transcript_times' | 'marker' | 'forwards'>,
): Mail {
  const { opened } = mostRecipientBytes
  const recipients = storedList<string>(row.envelope_to)
  const envelope = { from: row.envelope_from, to: beginning(recipients, opened) }
  const { login } = row
  const mail = {
    ...summaryView(row, given, opened),
    ...nothingShown,
    ...contents,
    ...story,
    envelope,
    login,
  }
  const hidden = recipients.length - envelope.to.length
  return { ...mail, hidden_recipients: mail.hidden_recipients + hidden }
}

/** The stored dialogue ends with the content; `finalReply` is the one that it got. */
export function dialogueView(
  stored: Dialogue | undefined,
  finalReply: string,
): Pick<Mail, 'transcript' | 'transcript_times'> {
  if (!stored) return { transcript: null, transcript_times: [] }
  return {
    transcript: `${stored.transcript}S: ${finalReply}\n`,
    transcript_times: stored.times ?? [],
  }
}

const nothingShown = {
  hidden_recipients: 0,
  cc: [],
  bcc: [],
  reply_to: [],
  html: null,
  text: null,
  large: [],
  attachments: [],
  headers: [],
  structure: null,
  extracted: null,
}

export function marksView(
  row: { id: number; read_at: number | null; flagged_at: number | null },
  tags: string[],
) {
  return { id: row.id, read_at: isoOrNull(row.read_at), flagged: row.flagged_at !== null, tags }
}
