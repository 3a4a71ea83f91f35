import type { Mailbox } from '@mailstop/contract'
import PostalMime, { type Address } from 'postal-mime'
import { asBuffer, decodeText } from '../../src/mime/text/charsets.ts'
import { summarize } from '../../src/mime/summary.ts'
import { readAttachment, viewMail } from '../../src/mime/view/view.ts'
import type { CorpusMail } from './corpora.ts'

/**
 * Fields that the product reads as others do: as the corpus says that they are to be read, or else as postal-mime
 * reads them, which is a second opinion and no judge.
 */
export const comparedFields = [
  'subject',
  'from',
  'to',
  'cc',
  'reply-to',
  'date',
  'text',
  'html',
  'attachment names',
  'attachment types',
  'attachment bytes',
] as const

export type ComparedField = (typeof comparedFields)[number]

/** Null means that the other reading says nothing. */
type Reading = {
  subject: string
  from: Mailbox[]
  to: Mailbox[]
  cc: Mailbox[]
  replyTo: Mailbox[]
  date: number | null
  text: Pieces
  html: Pieces
  files: { name: string | null; type: string; bytes: Buffer | null }[]
}

/** Texts that are shown one behind the other; `isAll` when nothing else is. */
type Pieces = { pieces: string[]; isAll: boolean }

/** The fields that differ. */
export async function disagreements(mail: CorpusMail): Promise<ComparedField[]> {
  const ours = await readOurs(mail.bytes)
  const theirs =
    mail.expected === undefined
      ? await readByPostalMime(mail.bytes)
      : readExpected(mail.expected as Expected, asBuffer(mail.bytes))
  const agree: Record<ComparedField, boolean> = {
    subject: ours.subject === theirs.subject,
    from: same(ours.from, theirs.from.slice(0, 1)),
    to: same(ours.to, theirs.to),
    cc: same(ours.cc, theirs.cc),
    'reply-to': same(ours.replyTo, theirs.replyTo),
    date: ours.date === theirs.date,
    text: holds(ours.text, theirs.text),
    html: holds(ours.html, theirs.html),
    'attachment names': same(
      ours.files.map(({ name }) => name),
      theirs.files.map(({ name }) => name),
    ),
    'attachment types': same(
      ours.files.map(({ type }) => type),
      theirs.files.map(({ type }) => type),
    ),
    'attachment bytes':
      ours.files.length === theirs.files.length &&
      ours.files.every(({ bytes }, index) => {
        const other = theirs.files[index]?.bytes ?? null
        return other === null || (bytes !== null && evenLines(bytes) === evenLines(other))
      }),
  }
  return comparedFields.filter((field) => !agree[field])
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)
const evenSpaces = (text: string) => text.split(/\s+/).join(' ').trim()
/** We show images by data: URIs, and a corpus by cid:. */
const withoutImages = (html: string) => html.replace(/(?:cid|data):[^"')\s>]+/g, 'image')
/** Others count the line break before a boundary as content, or drop the blank lines before it. */
const evenLines = (bytes: Buffer) => bytes.toString('latin1').replaceAll('\r\n', '\n').trimEnd()

function holds(ours: Pieces, theirs: Pieces): boolean {
  const shown = evenSpaces(withoutImages(ours.pieces.join(' ')))
  let at = 0
  for (const piece of theirs.pieces.map((text) => evenSpaces(withoutImages(text)))) {
    const found = shown.indexOf(piece, at)
    if (found === -1 || (theirs.isAll && shown.slice(at, found).trim() !== '')) return false
    at = found + piece.length
  }
  return !theirs.isAll || shown.slice(at).trim() === ''
}

async function readOurs(source: Uint8Array): Promise<Reading> {
  const row = summarize(source)
  const shown = await viewMail(source)
  if (!shown) throw new Error('the mail was not opened')
  const files: Reading['files'] = []
  for (const { key, filename, content_type } of shown.attachments) {
    const file = await readAttachment(source, key)
    const bytes = file ? Buffer.from(file.bytes) : null
    files.push({ name: givenName(filename), type: content_type, bytes })
  }
  return {
    subject: row.subject,
    from: row.from ? [row.from] : [],
    to: row.to,
    cc: row.cc,
    replyTo: shown.reply_to,
    date: row.datedAt,
    text: { pieces: [shown.text ?? ''], isAll: true },
    html: { pieces: [shown.html ?? ''], isAll: true },
    files,
  }
}

/** Null for a name of our own making. */
const givenName = (name: string) =>
  /^(?:attachment-\d|message(?:-\d+)?\.eml)/.test(name) ? null : name

/** The part of an expected parse that is compared. */
type Expected = {
  html_body: number[]
  text_body: number[]
  attachments: number[]
  parts: ExpectedPart[]
}
type ExpectedPart = {
  headers: { name: string; value: ExpectedValue }[]
  body: { Text?: string; Html?: string; Binary?: number[]; InlineBinary?: number[] }
  offset_body: number
  offset_end: number
}
type ExpectedBox = { name: string | null; address: string | null }
type ExpectedValue = {
  Text?: string
  Address?: { List?: ExpectedBox[]; Group?: { addresses: ExpectedBox[] }[] }
  ContentType?: {
    c_type: string
    c_subtype: string | null
    attributes?: { name: string; value: string }[] | null
  }
  DateTime?: Record<
    'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'tz_hour' | 'tz_minute',
    number
  > & { tz_before_gmt: boolean }
}

function readExpected(expected: Expected, source: Buffer): Reading {
  const { parts, text_body, html_body, attachments } = expected
  const [root] = parts
  const pieces = (indexes: number[], kind: 'Text' | 'Html'): Pieces => {
    const found = indexes.map((index) => parts[index]?.body[kind])
    // A part of the other kind is shown as one of this kind, in a manner that is each reader's own.
    const own = found.filter((text) => text !== undefined)
    return { pieces: own, isAll: own.length === found.length }
  }
  return {
    subject: valueOf(root, 'subject')?.Text ?? '',
    from: boxes(valueOf(root, 'from')),
    to: boxes(valueOf(root, 'to')),
    cc: boxes(valueOf(root, 'cc')),
    replyTo: boxes(valueOf(root, 'reply_to')),
    date: dateOf(valueOf(root, 'date')),
    text: pieces(text_body, 'Text'),
    html: pieces(html_body, 'Html'),
    files: attachments.flatMap((index) => {
      const part = parts[index]
      return part ? [expectedFile(part, source)] : []
    }),
  }
}

function expectedFile(part: ExpectedPart, source: Buffer): Reading['files'][number] {
  const type = valueOf(part, 'content_type')?.ContentType
  const parameter = (header: string, name: string) =>
    valueOf(part, header)?.ContentType?.attributes?.find((found) => found.name === name)?.value
  return {
    name: parameter('content_disposition', 'filename') ?? parameter('content_type', 'name') ?? null,
    type: type
      ? `${type.c_type}/${type.c_subtype ?? ''}`.toLowerCase()
      : 'Message' in part.body
        ? 'message/rfc822'
        : 'text/plain',
    bytes: expectedBytes(part, source, parameter('content_type', 'charset') ?? ''),
  }
}

/** Null where the parse holds the file taken apart and not its bytes. */
function expectedBytes({ headers, body, ...at }: ExpectedPart, source: Buffer, charset: string) {
  const binary = body.Binary ?? body.InlineBinary
  if (binary) return Buffer.from(binary)
  const isEncoded = headers.some(({ name }) => name === 'content_transfer_encoding')
  const written = source.subarray(at.offset_body, at.offset_end)
  const text = body.Text ?? body.Html
  if (text === undefined) return isEncoded ? null : written
  // Only its text is known: bytes that do not say something else in their charset are right.
  return !isEncoded && decodeText(written, charset).trim() === text.trim() ? written : null
}

function valueOf(part: ExpectedPart | undefined, name: string) {
  return part?.headers.findLast((header) => header.name === name)?.value
}

function boxes(value: ExpectedValue | undefined): Mailbox[] {
  const { List: list, Group: groups } = value?.Address ?? {}
  const found = list ?? groups?.flatMap((group) => group.addresses) ?? []
  return found.map(({ name, address }) => ({ name: name ?? '', address: address ?? '' }))
}

function dateOf(value: ExpectedValue | undefined): number | null {
  const date = value?.DateTime
  if (!date) return null
  const zone = (date.tz_hour * 60 + date.tz_minute) * (date.tz_before_gmt ? -1 : 1)
  const { year, month, day, hour, minute, second } = date
  return Date.UTC(year, month - 1, day, hour, minute - zone, second)
}

async function readByPostalMime(source: Uint8Array): Promise<Reading> {
  const mail = await PostalMime.parse(source, { forceRfc822Attachments: true })
  const date = mail.date === undefined ? Number.NaN : Date.parse(mail.date)
  return {
    subject: mail.subject?.trim().replaceAll('\t', ' ') ?? '',
    from: flat(mail.from ? [mail.from] : []),
    to: flat(mail.to),
    cc: flat(mail.cc),
    replyTo: flat(mail.replyTo),
    date: Number.isNaN(date) ? null : date,
    text: { pieces: [mail.text ?? ''], isAll: true },
    html: { pieces: [mail.html ?? ''], isAll: true },
    files: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename,
      type: mimeType,
      bytes:
        typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
    })),
  }
}

function flat(addresses: Address[] = []): Mailbox[] {
  return addresses
    .flatMap((found) => found.group ?? [found])
    .map(({ name, address }) => ({ name, address }))
}
