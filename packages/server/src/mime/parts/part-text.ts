import { decodeText, leavesOpen } from '../text/charsets.ts'
import { charsetOf } from '../text/charsets/html-charset.ts'
import type { BodyText } from './contents.ts'
import { encodingOf } from './parts.ts'
import { decodeTransfer } from './transfer-encodings.ts'

/**
 * The text of a part with `\n` between its lines, or with `asSent` as it was sent, of at most `most` bytes of its content: what
 * comes behind is not decoded. For `words`, line ends are left as they are. `spent` is how much of `most` it used. That is more than the length
 * of the text when the encoding decodes to almost nothing, such as base64 of invalid characters.
 */
export function readPartText(
  source: Buffer,
  { part, pieces }: BodyText,
  most: number,
  { asSent = false, words = false }: { asSent?: boolean; words?: boolean } = {},
): { text: string; isCut: boolean; spent: number } {
  const isWhole = part.type.startsWith('multipart/')
  const read = pieces.map((piece) => piece.subarray(0, (most + 1) * mostEncoded))
  const bytes = firstBytes(read, encodingOf(source, part), most + 1)
  const [first] = pieces
  const looked = read.length === 1 ? (read[0]?.length ?? 0) : bytes.length
  const isCut = bytes.length > most || (read.length === 1 && looked < (first?.length ?? 0))
  const charset = isWhole ? '' : charsetOf(part, bytes, leavesOpen)
  const decoded = decodeText(bytes.subarray(0, most), charset, isCut)
  const isRead = asSent || (words && !isFlowed(part))
  const text = isRead ? decoded : readableText(part, withLineFeeds(decoded))
  return { text, isCut, spent: Math.max(bytes.length, Math.ceil(looked / mostEncoded)) }
}

const readableText = (part: BodyText['part'], text: string) =>
  isFlowed(part) ? unfoldFlowed(text, deletesSpace(part)) : text

/** No transfer encoding needs more bytes for one: quoted-printable takes three, and breaks its lines. */
const mostEncoded = 4

function firstBytes(pieces: Buffer[], encoding: string, most: number): Buffer {
  const [first = Buffer.alloc(0)] = pieces
  if (pieces.length < 2) return decodeTransfer(first, encoding, most)
  // Only text that is not encoded was split into text and files.
  const taken: Buffer[] = []
  let room = most
  for (const piece of pieces) {
    taken.push(piece.subarray(0, room))
    room -= Math.min(room, piece.length)
    if (room === 0) break
  }
  return Buffer.concat(taken)
}

/** CRLF and LF are the same, and so is CR where no LF follows it. */
function withLineFeeds(text: string): string {
  if (!text.includes('\r')) return text
  // `replaceAll` makes a tree of pieces, which is copied again when it is read.
  const even = text.split('\r\n').join('\n')
  if (!even.includes('\r')) return even
  // A run is read once, whatever follows it.
  return even.replace(/\r+\n?/g, (run) => (run.endsWith('\n') ? '\n' : '\n'.repeat(run.length)))
}

function isFlowed({ type, parameters }: BodyText['part']): boolean {
  return type === 'text/plain' && parameters.get('format')?.trim().toLowerCase() === 'flowed'
}

function deletesSpace({ parameters }: BodyText['part']): boolean {
  return parameters.get('delsp')?.trim().toLowerCase() === 'yes'
}

/**
 * Text with `format=flowed` (RFC 3676) as it was before it was folded: a line that ends with a space
 * goes on in the next one of the same depth of quotes. Signature separators and quote marks stay.
 */
export function unfoldFlowed(text: string, deletesSpace: boolean): string {
  const pieces: string[] = []
  let goesOn = false
  let depthBefore = 0
  for (const line of text.split('\n')) {
    const depth = quoteDepth(line)
    // One space is stuffed in front of lines that begin with a space, `>` or `From ` (section 4.4).
    const content = line.slice(line[depth] === ' ' ? depth + 1 : depth)
    const joins = goesOn && depth === depthBefore && content !== '-- '
    if (!joins) {
      if (pieces.length > 0) pieces.push('\n')
      if (depth > 0) pieces.push(`${'>'.repeat(depth)} `)
    }
    goesOn = content.endsWith(' ') && content !== '-- '
    pieces.push(goesOn && deletesSpace ? content.slice(0, -1) : content)
    depthBefore = depth
  }
  return pieces.join('')
}

function quoteDepth(line: string): number {
  let depth = 0
  while (line[depth] === '>') depth++
  return depth
}
