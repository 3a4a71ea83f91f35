import type { Mail, Mailbox, MailForward, MailSummary } from '@mailstop/contract'
import type { MailRow } from '../../db/schema.ts'
import type { View } from '../../mime/view.ts'

const iso = (time: number) => new Date(time).toISOString()
const isoOrNull = (time: number | null) => (time === null ? null : iso(time))

export function summaryView(row: MailRow): MailSummary {
  return {
    id: row.id,
    from:
      row.from_name || row.from_address ? { name: row.from_name, address: row.from_address } : null,
    to: JSON.parse(row.recipients) as Mailbox[],
    subject: row.subject,
    date: isoOrNull(row.dated_at),
    received_at: iso(row.received_at),
    read_at: isoOrNull(row.read_at),
    flagged: row.flagged_at !== null,
    attachment_count: row.attachment_count,
    size: row.size,
  }
}

/** A mail whose contents could not be read within the limits is shown by its summary alone. */
export function mailView(
  row: MailRow,
  contents: View | { problem: 'too_complex' },
  story: { transcript: string | null; forwards: MailForward[] },
): Mail {
  const envelope = { from: row.envelope_from, to: JSON.parse(row.envelope_to) as string[] }
  return { ...summaryView(row), ...nothingShown, ...contents, ...story, envelope }
}

const nothingShown = {
  cc: [],
  bcc: [],
  reply_to: [],
  html: null,
  text: null,
  attachments: [],
  headers: [],
  structure: null,
}

export function marksView(row: { id: number; read_at: number | null; flagged_at: number | null }) {
  return { id: row.id, read_at: isoOrNull(row.read_at), flagged: row.flagged_at !== null }
}
