import { limits, type Mail } from '@mailstop/contract'
import { repairBodies } from './body-repair.ts'
import { asBuffer, browserCharset } from './charsets.ts'
import { decodeEncodedWords } from './encoded-words.ts'
import { exactAttachments } from './exact-attachments.ts'
import { attachmentFilename } from './filenames.ts'
import { cr, type Field, fieldValue, lf, lineEndOf } from './header-block.ts'
import { type InlineImage, inlineImages } from './inline-images.ts'
import { oneLine, plainText } from './one-line.ts'
import { readRoot } from './parts.ts'
import { type ParsedMail, parseMail } from './parser.ts'
import { isTooComplex } from './structure-limits.ts'
import { mimeStructure } from './structure.ts'
import { readMailboxes } from './summary.ts'

/**
 * A mail in full, for someone who looks: everything the contract's mail has beyond its row. Bodies
 * and attachments are postal-mime's reading; fields are read as the summary reads them, so that the
 * list and the open mail agree. Html is as the sender wrote it, to be shown in a sandbox only.
 */
export type View = Pick<
  Mail,
  'cc' | 'bcc' | 'reply_to' | 'html' | 'text' | 'attachments' | 'headers' | 'structure'
> & { problem: 'cut' | null }

export type AttachmentFile = {
  filename: string
  contentType: string
  /** Of plain text, in which a browser is to read it. */
  charset?: string
  bytes: Uint8Array
}

/** Null when the mail is beyond the limits of its structure. */
export async function viewMail(source: Uint8Array): Promise<View | null> {
  const mail = await parse(source)
  if (!mail) return null
  const files = readFiles(source, mail)
  const parsed = { html: mail.html ?? null, text: mail.text ?? null }
  const bodies = repairBodies(source, parsed, files.length)
  const shown = cut(bodies.html)
  const text = cut(bodies.text)
  const { html, used } = inlineImages(shown.text ?? '', files)
  const fields = readFields(source)
  return {
    ...fields.mailboxes,
    html: shown.text === null ? null : html,
    text: text.text,
    attachments: files.map((file, index) => ({
      key: String(index + 1),
      filename: file.filename,
      content_type: file.type,
      size: file.bytes.length,
      inline: used.has(file),
    })),
    headers: fields.headers,
    structure: mimeStructure(source),
    problem: shown.isCut || text.isCut || fields.isCut ? 'cut' : null,
  }
}

/** Null when there is no such attachment, or the mail is beyond the limits of its structure. */
export async function readAttachment(
  source: Uint8Array,
  key: string,
): Promise<AttachmentFile | null> {
  const mail = await parse(source)
  const index = /^[1-9]\d{0,5}$/.test(key) ? Number(key) - 1 : -1
  const file = mail ? readFiles(source, mail)[index] : undefined
  if (!file) return null
  const { filename, type, charset, bytes } = file
  return {
    filename,
    contentType: type,
    ...(type === 'text/plain' && { charset: browserCharset(bytes, charset) }),
    bytes: new Uint8Array(bytes),
  }
}

async function parse(source: Uint8Array): Promise<ParsedMail | null> {
  if (isTooComplex(source)) return null
  try {
    return await parseMail(withLineFeeds(source))
  } catch (error) {
    if (error instanceof Error && limitReached.test(error.message)) return null
    throw error
  }
}

/** How the parser rejects mail beyond its own limits, of which it counts some as we do not. */
const limitReached = /^Maximum .* exceeded$/

/** The parser knows LF and CRLF alone; where a mail has neither, CR ends its lines. */
function withLineFeeds(source: Uint8Array): Uint8Array {
  if (lineEndOf(asBuffer(source)) === lf) return source
  return source.map((byte) => (byte === cr ? lf : byte))
}

type ReadFile = InlineImage & { charset: string }

function readFiles(source: Uint8Array, mail: ParsedMail): ReadFile[] {
  const parsed = mail.attachments.map(({ content }) =>
    typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  )
  const exact = exactAttachments(source, parsed)
  return mail.attachments.map((attachment, index) =>
    readFile(attachment, index, exact[index] ?? new Uint8Array()),
  )
}

function readFile(
  attachment: ParsedMail['attachments'][number],
  index: number,
  bytes: Uint8Array,
): ReadFile {
  const { contentId, filename, charset } = attachment
  const type = mediaType.test(attachment.mimeType)
    ? attachment.mimeType
    : 'application/octet-stream'
  return {
    contentId: contentId ?? '',
    type,
    filename: attachmentFilename(filename, type, index + 1),
    charset,
    bytes,
  }
}

/** RFC 6838 section 4.2. */
const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

function cut(text: string | null): { text: string | null; isCut: boolean } {
  if (text === null) return { text, isCut: false }
  const most = limits.shownBodyBytes
  if (Buffer.byteLength(text) <= most) return { text: plainText(text), isCut: false }
  const start = Buffer.from(text.slice(0, most)).subarray(0, most)
  return { text: plainText(start.toString('utf8')), isCut: true }
}

const mostHeaders = 2_000
const mostValueBytes = 32 * 1024

function readFields(bytes: Uint8Array) {
  const { source, root } = readRoot(asBuffer(bytes), limits.mailBytes)
  const charset = root.parameters.get('charset') ?? ''
  const mailboxes = (name: string) => readMailboxes(source, root.fields, name, charset)
  const value = (field: Field) =>
    oneLine(decodeEncodedWords(fieldValue(source, field, mostValueBytes, charset)), mostValueBytes)
  return {
    mailboxes: { cc: mailboxes('cc'), bcc: mailboxes('bcc'), reply_to: mailboxes('reply-to') },
    headers: root.fields
      .slice(0, mostHeaders)
      .map((field) => ({ name: oneLine(field.name, 200), value: value(field) })),
    isCut: root.fields.length > mostHeaders,
  }
}
