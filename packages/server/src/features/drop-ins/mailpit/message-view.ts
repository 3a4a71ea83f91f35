import { tagKey, type Mailbox, type Tag } from '@mailstop/contract'
import type {
  DescribedFile,
  DescribedMail,
  MailOutline,
} from '../../../mime/view/described-mail.ts'
import { readUnsubscribe } from '../../../mime/extraction/unsubscribe.ts'
import type { MailRow } from '../../../db/schema.ts'
import type { PageRow } from '../../mails/mails.ts'
import { blindCopies, outlineOfRow } from '../mail-outline.ts'

/** A mail in Mailpit's words, the fields in its order. */

type Address = { Name: string; Address: string }

/** What never changes of a summary. */
export type SummaryFacts = {
  MessageID: string
  From: Address
  To: Address[]
  Cc: Address[]
  Bcc: Address[]
  ReplyTo: Address[]
  Subject: string
  Username: string
  Attachments: number
  Snippet: string
}

export function summaryFacts(row: MailRow, outline: MailOutline | null): SummaryFacts {
  const shown = outline ?? outlineOfRow(row)
  return {
    MessageID: shown.messageId,
    From: address(shown.from ?? { name: '', address: '' }),
    To: shown.to.map(address),
    Cc: shown.cc.map(address),
    Bcc: blindCopies(row, shown).map(address),
    ReplyTo: shown.replyTo.map(address),
    Subject: shown.subject,
    Username: row.login ?? '',
    Attachments: shown.attachments,
    Snippet: shown.snippet,
  }
}

/** Lists show null where there are no copies. */
export function summary(row: PageRow & { tags: string[] }, facts: SummaryFacts) {
  const { MessageID, From, To, Cc, Bcc, ReplyTo, Subject, Username, Attachments, Snippet } = facts
  const listed = (addresses: Address[]) => (addresses.length === 0 ? null : addresses)
  return {
    ID: String(row.id),
    MessageID,
    Read: row.read_at !== null,
    From,
    To: listed(To),
    Cc: listed(Cc),
    Bcc: listed(Bcc),
    ReplyTo,
    Subject,
    Created: goTime(row.received_at),
    Username,
    Tags: row.tags,
    Size: row.size,
    Attachments,
    Snippet,
  }
}

export function message(row: MailRow, tags: string[], described: DescribedMail | null) {
  const { MessageID, From, To, Cc, Bcc, ReplyTo, Subject, Username } = summaryFacts(row, described)
  const files = described?.files.filter(({ filename, contentId }) => filename || contentId) ?? []
  return {
    ID: String(row.id),
    MessageID,
    From,
    To,
    Cc,
    Bcc,
    ReplyTo,
    ReturnPath: row.envelope_from || described?.returnPath || From.Address,
    Subject,
    ListUnsubscribe: unsubscribe(described?.unsubscribe ?? { header: '', post: '' }),
    Date: goTime(described?.datedAt ?? row.received_at),
    Tags: tags,
    Username,
    Text: described?.text ?? '',
    HTML: described?.html ?? '',
    Size: row.size,
    Inline: files.filter(({ isAttached }) => !isAttached).map(attachment),
    Attachments: files.filter(({ isAttached }) => isAttached).map(attachment),
  }
}

/** Sorts names alphabetically, without regard to case. */
export const tagNames = (tags: readonly Tag[]): string[] =>
  tags.map(({ name }) => name).toSorted((one, other) => (tagKey(one) < tagKey(other) ? -1 : 1))

function attachment(file: DescribedFile) {
  return {
    PartID: file.path,
    FileName: file.filename || file.contentId,
    ContentType: file.contentType,
    ContentID: file.contentId,
    Size: file.size,
    Checksums: { MD5: file.md5, SHA1: file.sha1, SHA256: file.sha256 },
  }
}

/** The header as Go's net/mail reads it, with what Mailpit adds from the envelope. */
export function headerFields(
  row: Pick<MailRow, 'envelope_from' | 'envelope_to'>,
  fields: readonly { name: string; value: string }[],
  copies: readonly Mailbox[],
): Record<string, string[]> {
  const values = new Map<string, string[]>()
  for (const { name, value } of fields) {
    const canonical = canonicalName(name)
    values.set(canonical, [...(values.get(canonical) ?? []), value])
  }
  if (row.envelope_from !== '') values.set('Return-Path', [`<${row.envelope_from}>`])
  if (copies.length > 0) values.set('Bcc', [copies.map((each) => each.address).join(', ')])
  return Object.fromEntries([...values].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Writes a name as Go's net/textproto: each word with a capital, and a name with other characters as it is. */
function canonicalName(name: string): string {
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) return name
  return name.toLowerCase().replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase())
}

const address = ({ name, address }: Mailbox): Address => ({ Name: name, Address: address })

function unsubscribe({ header, post }: DescribedMail['unsubscribe']) {
  const read =
    header === '' ? null : readUnsubscribe({ header: [header], post: post ? [post] : [] })
  return {
    Header: header,
    Links: read?.links ?? [],
    Errors: read?.problems.map((problem) => problem.replaceAll('_', ' ')).join(', ') ?? '',
    HeaderPost: header === '' ? '' : post,
  }
}

/** RFC 3339 as Go writes it: without a fraction that is zero. */
const goTime = (time: number): string =>
  new Date(time)
    .toISOString()
    .replace(/\.(\d*?)0*Z$/, (_all, digits: string) => (digits === '' ? 'Z' : `.${digits}Z`))
