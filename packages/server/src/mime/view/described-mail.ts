import { createHash } from 'node:crypto'
import type { Mailbox } from '@mailstop/contract'
import { limits } from '@mailstop/contract/limits'
import { senderAmong } from '../headers/addresses.ts'
import { asBuffer } from '../text/charsets.ts'
import { withoutCostlyCharacters } from '../text/costly-characters.ts'
import { headerCharset } from '../text/charsets/header-charset.ts'
import { isAttached, readContents, type BodyText, type MailFile } from '../parts/contents.ts'
import { parseDate } from '../headers/dates.ts'
import { decodeEncodedWords } from '../text/encoded-words.ts'
import { readHtml } from '../extraction/html-contents.ts'
import { htmlLinks, textLinks } from '../extraction/links.ts'
import { fieldValue, type RawCharset } from '../parts/header-block.ts'
import { htmlText } from '../text/html-text.ts'
import { oneLine, plainText } from '../text/one-line.ts'
import { createPartPaths } from '../parts/part-paths.ts'
import { readPartText } from '../parts/part-text.ts'
import { bareId } from '../related/content-ids.ts'
import { baseOf } from '../related/content-locations.ts'
import { inlineImages } from '../related/inline-images.ts'
import { findField, readRoot, type Part, type ReadMail } from '../parts/parts.ts'
import { readMailboxes } from '../summary.ts'
import { readAttachment, readFile, type AttachmentFile } from './view.ts'
import { structureLimits } from '../parts/walk-budget.ts'
import { Tokenizer } from 'htmlparser2'

/**
 * A mail as APIs of other tools describe it: bodies as they were sent, files by their place in the MIME tree and with
 * their checksums. The walk and its limits are the same as for the view.
 */
export type DescribedMail = MailOutline & {
  /** Epoch milliseconds; null when there is no readable date. */
  datedAt: number | null
  /** The fields `Return-Path`, `List-Unsubscribe` and `List-Unsubscribe-Post`; '' where there is none. */
  returnPath: string
  unsubscribe: { header: string; post: string }
  /** '' where there is none. A mail of HTML alone has its readable text. */
  text: string
  html: string
  files: DescribedFile[]
  header: HeaderField[]
}

/** A field of the header: its value is unfolded, but not decoded. */
export type HeaderField = { name: string; value: string }

export type MailOutline = {
  /** The id without its brackets. */
  messageId: string
  from: Mailbox | null
  to: Mailbox[]
  cc: Mailbox[]
  bcc: Mailbox[]
  replyTo: Mailbox[]
  subject: string
  /** Files that its sender attached, rather than ones that its text shows. */
  attachments: number
  /** The beginning of its readable text, on one line. */
  snippet: string
}

export type DescribedFile = {
  path: string
  /** The name in the mail; '' where it has none. */
  filename: string
  contentType: string
  contentId: string
  isAttached: boolean
  size: number
  md5: string
  sha1: string
  sha256: string
}

const longestField = 64 * 1024
const mostMailboxes = { mailboxes: 1_000, fieldBytes: 128 * 1024 }
const snippetBytes = 200
/** The beginning of the html or text in which the snippet is looked for. */
const snippetFrom = 16 * 1024

export async function describeMail(bytes: Uint8Array): Promise<DescribedMail> {
  const { mail, contents, paths } = open(bytes)
  const { source } = mail
  const field = fieldsOf(
    mail,
    headerCharset(mail, () => contents),
  )
  const html = bodyOf(source, contents.texts, 'html')
  const text = bodyOf(source, contents.texts, 'text')
  return {
    ...outlineOf(mail, contents),
    datedAt: parseDate(field('date')),
    returnPath: bareId(field('return-path')),
    unsubscribe: { header: field('list-unsubscribe'), post: field('list-unsubscribe-post') },
    html,
    text: text === '' && html !== '' ? readable(html) : text,
    files: contents.files.map((file, index) =>
      describeFile(source, file, { position: index + 1, path: paths[index] ?? '' }),
    ),
    header: fieldsInOrder(mail),
  }
}

export async function outlineMail(bytes: Uint8Array): Promise<MailOutline> {
  const { mail, contents } = open(bytes)
  return outlineOf(mail, contents)
}

/** The fields of the header in their order. */
export async function readHeader(bytes: Uint8Array): Promise<HeaderField[]> {
  return fieldsInOrder(readRoot(asBuffer(bytes), structureLimits.headerBytes))
}

function fieldsInOrder({ source, root }: ReadMail): HeaderField[] {
  return root.fields.map(({ name, valueStart, end }) => {
    const lines = source.toString('utf8', valueStart, end).split(/\r?\n|\r/)
    return {
      name,
      value: plainText(
        lines
          .map((line) => line.trim())
          .join(' ')
          .trim(),
      ),
    }
  })
}

/** A file by its place. Null when there is no such file. */
export async function readPartFile(
  bytes: Uint8Array,
  path: string,
): Promise<(AttachmentFile & { contentId: string }) | null> {
  const { mail, contents, paths } = open(bytes)
  const index = paths.indexOf(path)
  const file = contents.files[index]
  if (!file) return null
  const { contentId } = readFile(mail.source, file, index + 1)
  const read = await readAttachment(bytes, String(index + 1))
  return read && { ...read, contentId: bareId(contentId) }
}

/** The html with its images in it, as a page that loads nothing by itself. Null when there is none. */
export async function pageOfMail(
  bytes: Uint8Array,
  { opensOutside }: { opensOutside: boolean },
): Promise<string | null> {
  const { mail, contents } = open(bytes)
  const html = withoutEarlyConnections(bodyOf(mail.source, contents.texts, 'html'))
  if (html === '') return null
  const files = contents.files.map((file, index) => readFile(mail.source, file, index + 1))
  const page = inlineImages(html, files, { base: baseOf(mail, contents.texts) }).html
  return opensOutside ? withOutsideLinks(page) : page
}

/** The web addresses of a mail's links and images, each once, as they are written. */
export async function listAddresses(bytes: Uint8Array, most: number): Promise<string[]> {
  const { mail, contents } = open(bytes)
  const read = readHtml(bodyOf(mail.source, contents.texts, 'html').slice(0, mostRead))
  const text = bodyOf(mail.source, contents.texts, 'text').slice(0, mostRead)
  const found = [
    ...htmlLinks(read).map(({ href }) => href),
    ...read.images.map(({ src }) => read.resolve(src)),
    ...textLinks(text).map(({ href }) => href),
  ]
  return [...new Set(found.filter((href) => /^https?:\/\//i.test(href)))].slice(0, most)
}

const mostRead = 1024 * 1024

function open(bytes: Uint8Array) {
  const mail = readRoot(asBuffer(bytes), structureLimits.headerBytes)
  const places = createPartPaths()
  const contents = readContents(mail, places)
  const uuencoded = new Map<Part, number>()
  /** A uuencoded file has the place of the text that it stands in, and its number there. */
  const paths = contents.files.map((file) => {
    const place = places.of(file.part)
    if (file.uuencoded === null) return place
    const number = (uuencoded.get(file.part) ?? 0) + 1
    uuencoded.set(file.part, number)
    return `${place}.u${number}`
  })
  return { mail, paths, contents }
}

type Opened = ReturnType<typeof open>

function fieldsOf({ source, root }: ReadMail, charset: RawCharset): (name: string) => string {
  return (name) => {
    const field = findField(root.fields, name)
    return field ? plainText(fieldValue(source, field, longestField, charset)) : ''
  }
}

function outlineOf(mail: ReadMail, { texts, files }: Opened['contents']): MailOutline {
  const { source, root } = mail
  const charset = headerCharset(mail, () => ({ texts }))
  const field = fieldsOf(mail, charset)
  const mailboxes = (name: string) =>
    readMailboxes(source, root.fields, name, charset, mostMailboxes)
  return {
    messageId: bareId(field('message-id')),
    from: senderAmong(mailboxes('from')),
    to: mailboxes('to'),
    cc: mailboxes('cc'),
    bcc: mailboxes('bcc'),
    replyTo: mailboxes('reply-to'),
    subject: plainText(decodeEncodedWords(field('subject'))),
    attachments: files.filter(isAttached).length,
    snippet: snippetOf(source, texts),
  }
}

function describeFile(
  source: Buffer,
  file: MailFile,
  { position, path }: { position: number; path: string },
): DescribedFile {
  const { filename, type, contentId, read } = readFile(source, file, position)
  const bytes = read()
  const hash = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex')
  return {
    path,
    filename: isNamed(file) ? filename : '',
    contentType: type,
    contentId: plainText(bareId(contentId)),
    isAttached: isAttached(file),
    size: bytes.length,
    md5: hash('md5'),
    sha1: hash('sha1'),
    sha256: hash('sha256'),
  }
}

function isNamed({ part, uuencoded }: MailFile): boolean {
  if (uuencoded !== null) return uuencoded.name !== ''
  return Boolean(part.disposition?.parameters.get('filename') || part.parameters.get('name'))
}

/** Decodes the body with its line ends; several parts follow each other. */
function bodyOf(
  source: Buffer,
  texts: BodyText[],
  kind: 'html' | 'text',
  most: number = limits.shownBodyBytes,
): string {
  const pieces: string[] = []
  let room = most
  for (const text of texts) {
    if (room <= 0) break
    if ((text.part.type === 'text/html') !== (kind === 'html')) continue
    const read = readPartText(source, text, room, { asSent: true })
    pieces.push(read.text)
    room -= read.spent
  }
  return withoutCostlyCharacters(plainText(pieces.join(kind === 'html' ? '\n' : '\n--\n')))
}

function snippetOf(source: Buffer, texts: BodyText[]): string {
  const html = htmlText(bodyOf(source, texts, 'html', snippetFrom))
  const read = html.trim() === '' ? bodyOf(source, texts, 'text', snippetFrom) : html
  const line = read.replaceAll('\ufeff', ' ').replaceAll(/\s+/g, ' ').trim()
  if (Buffer.byteLength(line) <= snippetBytes) return line
  const cut = Buffer.from(line).subarray(0, snippetBytes).toString('utf8')
  return `${cut.replace(/\ufffd+$/, '')}...`
}

/** Puts each tag that separates words on a line of its own. */
const readable = (html: string) =>
  htmlText(html, '\n')
    .split('\n')
    .map((line) => oneLine(line, Infinity))
    .filter((line) => line !== '')
    .join('\n')

/**
 * Html for whose frames and links no browser connects to their hosts. The content policy stops their requests,
 * but a browser looks the host up and connects to it before it asks the policy. This also finds tags that
 * another reader of html takes for text, as none may be left. Of an attribute that is there twice, the first
 * counts. A link is read ahead of that rule: so it becomes an element that is empty as well, and loads nothing.
 */
const withoutEarlyConnections = (html: string): string =>
  html
    .replaceAll(/<(?:iframe|frame)(?=[\s/>])/gi, '$& src="" srcdoc=""')
    .replaceAll(/<link(?=[\s/>])/gi, '<meta')

const opensOutside = ' target="_blank" rel="noreferrer noopener"'

/** Html whose links open in a window of their own. Of an attribute that is there twice, the first counts. */
function withOutsideLinks(html: string): string {
  const pieces: string[] = []
  let copied = 0
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        if (end - start !== 1 || html.charAt(start).toLowerCase() !== 'a') return
        pieces.push(html.slice(copied, end), opensOutside)
        copied = end
      },
      onattribname: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onopentagend: ignore,
      onselfclosingtag: ignore,
      onclosetag: ignore,
      ontext: ignore,
      ontextentity: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return pieces.join('') + html.slice(copied)
}
