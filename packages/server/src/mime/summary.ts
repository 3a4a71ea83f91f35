import type { Mailbox } from '@mailstop/contract'
import { parseAddresses, parseSender } from './headers/addresses.ts'
import { asBuffer } from './text/charsets.ts'
import { headerCharset } from './text/charsets/header-charset.ts'
import { type BodyText, type Contents, isAttached, readContents } from './parts/contents.ts'
import { parseDate } from './headers/dates.ts'
import { decodeEncodedWords } from './text/encoded-words.ts'
import { type Field, fieldValue, type RawCharset } from './parts/header-block.ts'
import { htmlText } from './text/html-text.ts'
import { oneLine, plainText } from './text/one-line.ts'
import { readPartText } from './parts/part-text.ts'
import { findField, readRoot } from './parts/parts.ts'
import { structureLimits } from './parts/walk-budget.ts'

/**
 * What a mail's row and the search need to know, read when the mail is caught, on the thread that
 * answers SMTP: pure, synchronous, bounded work whatever the bytes, and it never throws. What lies
 * beyond a bound is missing from the summary, never from the stored source.
 */
export type Summary = {
  /** At most 1,000 characters, one line; as are all names and addresses. */
  subject: string
  from: Mailbox | null
  to: Mailbox[]
  cc: Mailbox[]
  replyTo: Mailbox[]
  /** The Date field in epoch milliseconds; null when unreadable or outside the years 1970 to 9999. */
  datedAt: number | null
  /** The first readable text, for search, with any line ends: text/plain if there is some, else html without its tags. */
  text: string
  /** Html without its tags that stands beside such a text/plain; empty when there is none. */
  htmlText: string
  /** Counts all files. */
  attachmentCount: number
  inlineCount: number
  /** Whether the text or the html links to the web. */
  hasLink: boolean
  /** The first fields, decoded, each value cut short; for search. */
  headers: { name: string; value: string }[]
}

/** How many mailboxes are read of one kind, and of how many bytes of fields. */
export type MailboxBounds = { mailboxes: number; fieldBytes: number }

const bounds = {
  headers: 60,
  headerBytes: 1_024,
  /** The default limit of recipients, so that a mail is found by each. */
  mailboxes: 1_000,
  subjectCharacters: 1_000,
  /** Bytes of one field, before decoding. */
  fieldBytes: 32 * 1024,
  /** Bytes of all parts of one kind together. */
  textBytes: 64 * 1024,
}

export function summarize(bytes: Uint8Array): Summary {
  const mail = readRoot(asBuffer(bytes), structureLimits.headerBytes)
  const { source, root } = mail
  const contents = readContents(mail)
  const charset = headerCharset(mail, () => contents)
  const value = (name: string) => {
    const field = findField(root.fields, name)
    return field ? fieldValue(source, field, bounds.fieldBytes, charset) : ''
  }
  const mailboxes = (name: string) => readMailboxes(source, root.fields, name, charset)
  const body = readBody(source, contents)
  return {
    subject: oneLine(decodeEncodedWords(value('subject')), bounds.subjectCharacters),
    from: parseSender(value('from')),
    to: mailboxes('to'),
    cc: mailboxes('cc'),
    replyTo: mailboxes('reply-to'),
    datedAt: parseDate(value('date')),
    text: body.text,
    htmlText: body.htmlText,
    attachmentCount: body.attachmentCount,
    inlineCount: body.inlineCount,
    hasLink: body.hasLink,
    headers: root.fields.slice(0, bounds.headers).map((field) => ({
      name: field.name,
      value: decodeEncodedWords(fieldValue(source, field, bounds.headerBytes, charset)),
    })),
  }
}

/** Reads all fields of that name together: senders repeat `To` though RFC 5322 section 3.6 forbids it. */
export function readMailboxes(
  source: Buffer,
  fields: Field[],
  name: string,
  charset: RawCharset,
  { mailboxes: most, fieldBytes }: MailboxBounds = bounds,
): Mailbox[] {
  const mailboxes: Mailbox[] = []
  let bytes = fieldBytes
  for (const field of fields) {
    if (field.name.length !== name.length || field.name.toLowerCase() !== name) continue
    const room = most - mailboxes.length
    if (room <= 0 || bytes <= 0) break
    mailboxes.push(...parseAddresses(fieldValue(source, field, bytes, charset), room))
    bytes -= field.end - field.valueStart
  }
  return mailboxes
}

function readBody(source: Buffer, { texts, files }: Contents) {
  let plain = ''
  let html = ''
  const written: string[] = []
  const readPlain = createTextReader(source)
  const readHtml = createTextReader(source)
  for (const text of texts) {
    if (text.part.type !== 'text/html') plain ||= readPlain(text)
    else if (html === '') {
      const read = readHtml(text)
      html = htmlText(read)
      written.push(read)
    }
  }
  const hasLink = webAddress.test(plain) || written.some((read) => webLink.test(read))
  return {
    text: plainText(plain || html),
    htmlText: plain === '' ? '' : plainText(html),
    attachmentCount: files.length,
    inlineCount: files.filter((file) => !isAttached(file)).length,
    hasLink,
  }
}

const webAddress = /https?:\/\/\S/i
/** Searches within one tag only, so that the work is linear in the text. */
const webLink = /<a\s[^<>]{0,2000}?href\s{0,9}=\s{0,9}["']?\s{0,9}https?:/i

/**
 * Reads parts until one has text: empty when there is nothing but white space, so that another part may
 * serve instead. All that it reads shares one bound, because a mail may have thousands of such parts.
 */
function createTextReader(source: Buffer): (body: BodyText) => string {
  let room = bounds.textBytes
  return (body) => {
    if (room <= 0) return ''
    const { text, spent } = readPartText(source, body, room, { words: true })
    room -= spent
    return /\S/.test(text) ? text : ''
  }
}
