import { limits } from '@mailstop/contract/limits'
import { encodingOf, type Nesting, type Part, type ReadMail, walkParts } from './parts.ts'
import {
  createLineBudget,
  findUuencodedFiles,
  type LineBudget,
  type UuencodedFile,
} from './uuencode.ts'
import { structureLimits } from './walk-budget.ts'

/**
 * What a mail holds, found in one walk over its parts without decoding or copying any: the texts that
 * are shown as the mail, and the files. The list and the open mail both read from this, so they agree.
 */
export type Contents = {
  texts: BodyText[]
  files: MailFile[]
  /** Set when something was not looked at because of the limits. */
  isCut: boolean
}

/** `pieces` are views of the source, still in the part's transfer encoding. */
export type BodyText = { part: Part; pieces: Buffer[] }

/** The whole body of a part, or a uuencoded file within a part that is text. */
export type MailFile = { part: Part; uuencoded: UuencodedFile | null }

/**
 * Whether the sender attached a file (RFC 2183 section 2.10) rather than meant it to be shown within the mail.
 * Bytes that name no type are never part of the text. Whether the html shows a file is another question.
 */
export const isAttached = ({ part, uuencoded }: MailFile): boolean =>
  uuencoded !== null ||
  part.disposition?.value === 'attachment' ||
  part.type === 'application/octet-stream'

type PartVisitor = Nesting & { add: (part: Part) => void }

export function readContents(mail: ReadMail, visitor: PartVisitor = unseen): Contents {
  const { source } = mail
  const texts: BodyText[] = []
  const files: MailFile[] = []
  const isBodyText = createBodyTexts()
  let searched = 0
  const budget = createLineBudget()
  const isCut = walkParts(
    mail,
    structureLimits,
    (part) => {
      visitor.add(part)
      if (!isBodyText(part)) {
        files.push({ part, uuencoded: null })
        return
      }
      const within = uuencodedWithin(mail, part, { most: mostSearched - searched, budget })
      searched += part.end - part.bodyStart
      texts.push({ part, pieces: piecesAround(source, part, within) })
      for (const uuencoded of within) files.push({ part, uuencoded })
    },
    visitor,
  )
  return { texts, files, isCut: isCut || !isHeaderWhole(mail) }
}

const unseen = { add: () => {}, open: () => {}, close: () => {} }

/** Files are looked for in the shown part of a mail's text. */
const mostSearched = limits.shownBodyBytes

/** Uuencoding is older than MIME, so these files stand in text that is not encoded otherwise. */
function uuencodedWithin(
  { source, lineEnd }: ReadMail,
  part: Part,
  { most, budget }: { most: number; budget: LineBudget },
): UuencodedFile[] {
  if (most <= 0 || part.type === 'text/html' || encodingOf(source, part) !== '') return []
  return findUuencodedFiles(source, part.bodyStart, part.end, { lineEnd, most, budget })
}

function piecesAround(source: Buffer, part: Part, files: UuencodedFile[]): Buffer[] {
  const pieces: Buffer[] = []
  let at = part.bodyStart
  for (const { start, end } of files) {
    if (start > at) pieces.push(source.subarray(at, start))
    at = end
  }
  if (at < part.end || pieces.length === 0) pieces.push(source.subarray(at, part.end))
  return pieces
}

/** A header that goes on beyond the limit leaves no body to read. */
function isHeaderWhole({ source, root }: ReadMail): boolean {
  return root.bodyStart < source.length || source.length <= structureLimits.headerBytes
}

/**
 * Says of the parts of a mail, each asked for once and in order, which are text to be shown as the
 * mail. Text with the name of a file is one to open when other text of its branch came before,
 * where a branch is one of the forms that a multipart/alternative offers, or else the mail:
 * `log.txt` is not part of the text in front of it, but a text that stands alone may have a name.
 * Text of another type, such as Markdown, is what is shown where no text came before.
 */
function createBodyTexts(): (part: Part) => boolean {
  const withText = new Set<Part>()

  function branchOf(part: Part): Part {
    const { parent } = part
    return !parent || parent.type === 'multipart/alternative' ? part : branchOf(parent)
  }

  function mayBeFile(part: Part): boolean {
    return isNamed(part) ? part.parent !== null : withText.has(rootOf(part))
  }

  return (part) => {
    if (!isText(part)) return false
    if (isNamed(part) && withText.has(branchOf(part))) return false
    if (isOther(part) && mayBeFile(part)) return false
    for (let at: Part | null = part; at; at = at.parent) withText.add(at)
    return true
  }
}

/** A multipart without any boundary line counts as one part: its body is all there is to read. */
function isText(part: Part): boolean {
  const { type, disposition } = part
  if (disposition?.value === 'attachment') return false
  return (
    type === 'text/plain' || type === 'text/html' || type.startsWith('multipart/') || isOther(part)
  )
}

/** Types of text that are written for readers. */
const readable = /^text\/(?:(?:x-)?markdown|enriched|richtext)$/

/** Made for programs, though they are text. */
const data =
  /^text\/(?:calendar|csv|directory|(?:x-)?vcard|tab-separated-values|xml|css|javascript|rfc822-headers)$/

/** RFC 2046 section 4.1.4: a mail of a kind of text that is not known is read as plain text. */
const isOther = ({ type, parent }: Part) =>
  type !== 'text/plain' &&
  type !== 'text/html' &&
  type.startsWith('text/') &&
  (readable.test(type) || (parent === null && !data.test(type)))

const rootOf = (part: Part): Part => (part.parent ? rootOf(part.parent) : part)

function isNamed({ parameters, disposition }: Part): boolean {
  return Boolean(disposition?.parameters.get('filename') || parameters.get('name'))
}
