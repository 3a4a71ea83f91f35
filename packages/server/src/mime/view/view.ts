import type { Extracted, Mail } from '@mailstop/contract'
import { fileKind } from '@mailstop/contract/file-kinds'
import { limits } from '@mailstop/contract/limits'
import { readBodies } from '../parts/bodies.ts'
import { asBuffer, browserCharset } from '../text/charsets.ts'
import { headerCharset } from '../text/charsets/header-charset.ts'
import { readContents, type MailFile } from '../parts/contents.ts'
import { decodeEncodedWords } from '../text/encoded-words.ts'
import { extract, type ExtractedFrom } from '../extraction/extract.ts'
import { resolverFrom } from '../extraction/resolved-address.ts'
import { type Field, fieldValue, type RawCharset } from '../parts/header-block.ts'
import { oneLine } from '../text/one-line.ts'
import { attachmentKeys } from '../related/content-ids.ts'
import { baseOf, locationOf } from '../related/content-locations.ts'
import { inlineImages, type InlineImage } from '../related/inline-images.ts'
import { type ReadMail, readRoot, encodingOf, findField, type Part } from '../parts/parts.ts'
import { createStructure } from '../parts/structure.ts'
import { readMailboxes } from '../summary.ts'
import { structureLimits } from '../parts/walk-budget.ts'
import { attachmentFilename } from './filenames.ts'
import { decodedLength, decodeTransfer } from '../parts/transfer-encodings.ts'

/**
 * A mail in full, as a reader opens it: everything the contract's mail has beyond its row. It is
 * read as the summary reads it, so that the list and the open mail agree, and only as far as it is
 * shown: no file is decoded but the images of the html. Html is as the sender wrote it, to be shown
 * in a sandbox only.
 */
export type View = Pick<
  Mail,
  'to' | 'cc' | 'bcc' | 'reply_to' | 'html' | 'text' | 'attachments' | 'headers' | 'structure'
> & { problem: 'cut' | null }

export type AttachmentFile = {
  filename: string
  contentType: string
  /** The charset in which a browser is to read a text of any kind. */
  charset?: string
  bytes: Uint8Array
}

export async function viewMail(bytes: Uint8Array): Promise<View> {
  return readView(bytes).view
}

/** The view, and what the mail holds for programs and readers that look for it. */
export async function openMail(bytes: Uint8Array): Promise<{ view: View; extracted: Extracted }> {
  const { view, extractable } = readView(bytes)
  return { view, extracted: extract(extractable) }
}

function readView(bytes: Uint8Array): { view: View; extractable: ExtractedFrom } {
  const mail = readRoot(asBuffer(bytes), structureLimits.headerBytes)
  const { source } = mail
  const structure = createStructure(mail)
  const contents = readContents(mail, structure)
  const bodies = readBodies(source, contents.texts, limits.shownBodyBytes)
  const files = contents.files.map((file, index) => readFile(source, file, index + 1))
  const base = baseOf(mail, contents.texts)
  const images = inlineImages(bodies.html ?? '', files, { base })
  const fields = readFields(
    mail,
    headerCharset(mail, () => contents),
  )
  const view: View = {
    ...fields.mailboxes,
    html: bodies.html === null ? null : images.html,
    text: bodies.text,
    attachments: files.map((file, index) => ({
      key: String(index + 1),
      filename: file.filename,
      content_type: file.type,
      size: file.size,
      inline: images.used.has(file),
    })),
    headers: fields.headers,
    structure: structure.tree(),
    problem: contents.isCut || bodies.isCut || fields.isCut ? 'cut' : null,
  }
  const attachments = attachmentKeys(files, resolverFrom(base))
  return { view, extractable: { ...bodies, ...fields.extractable, attachments } }
}

/** Null when there is no such attachment. */
export async function readAttachment(
  bytes: Uint8Array,
  key: string,
): Promise<AttachmentFile | null> {
  const mail = readRoot(asBuffer(bytes), structureLimits.headerBytes)
  const position = /^[1-9]\d{0,5}$/.test(key) ? Number(key) : 0
  const found = readContents(mail).files[position - 1]
  if (!found) return null
  const { filename, type, charset, read } = readFile(mail.source, found, position)
  // The bytes get memory of their own, which can be moved to another thread.
  const content = new Uint8Array(read())
  return {
    filename,
    contentType: type,
    ...(isText({ content_type: type, filename }) && { charset: browserCharset(content, charset) }),
    bytes: content,
  }
}

const isNamed = (field: Field, name: string) =>
  field.name.length === name.length && field.name.toLowerCase() === name

const isText = (file: Parameters<typeof fileKind>[0]) =>
  !['image', 'pdf', 'winmail', 'other'].includes(fileKind(file))

const mostHeaders = 2_000
const mostValueBytes = 32 * 1024

/** More than any envelope may have. */
const mostMailboxes = { mailboxes: 5_000, fieldBytes: 512 * 1024 }

function readFields({ source, root }: ReadMail, charset: RawCharset) {
  const mailboxes = (name: string) =>
    readMailboxes(source, root.fields, name, charset, mostMailboxes)
  const value = (field: Field) =>
    oneLine(decodeEncodedWords(fieldValue(source, field, mostValueBytes, charset)), mostValueBytes)
  const valuesOf = (name: string) =>
    root.fields.filter((field) => isNamed(field, name)).map((field) => value(field))
  return {
    mailboxes: {
      to: mailboxes('to'),
      cc: mailboxes('cc'),
      bcc: mailboxes('bcc'),
      reply_to: mailboxes('reply-to'),
    },
    headers: root.fields
      .slice(0, mostHeaders)
      .map((field) => ({ name: oneLine(field.name, 200), value: value(field) })),
    extractable: {
      subject: valuesOf('subject')[0] ?? '',
      unsubscribe: {
        header: valuesOf('list-unsubscribe'),
        post: valuesOf('list-unsubscribe-post'),
      },
    },
    isCut: root.fields.length > mostHeaders,
  }
}

/** A file as it is listed; its bytes are decoded when they are asked for. */
type ListedFile = InlineImage & { charset: string }

/** `position` counts from 1, for files without a name. */
export function readFile(source: Buffer, file: MailFile, position: number): ListedFile {
  const { part, uuencoded } = file
  const encoding = uuencoded ? 'uuencode' : encodingOf(source, part)
  const content = uuencoded
    ? source.subarray(uuencoded.start, uuencoded.end)
    : source.subarray(part.bodyStart, part.end)
  const type = uuencoded || !mediaType.test(part.type) ? 'application/octet-stream' : part.type
  const name = uuencoded ? uuencoded.name : givenName(part)
  return {
    contentId: uuencoded ? '' : contentIdOf(source, part),
    location: uuencoded ? '' : locationOf(source, part),
    type,
    filename: attachmentFilename(name, type, position),
    charset: part.parameters.get('charset') ?? '',
    size: decodedLength(content, encoding),
    read: () => decodeTransfer(content, encoding),
  }
}

/** RFC 6838 section 4.2. */
const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

function givenName({ disposition, parameters }: Part): string | null {
  return disposition?.parameters.get('filename') || parameters.get('name') || null
}

function contentIdOf(source: Buffer, part: Part): string {
  const field = findField(part.fields, 'content-id')
  return field ? fieldValue(source, field, longestContentId) : ''
}

const longestContentId = 1_000
