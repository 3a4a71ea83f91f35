import { asBuffer, decodeText } from './charsets.ts'
import { bodyTexts, encodingOf, type Part, readRoot, walkParts } from './parts.ts'
import { structureLimits } from './structure-limits.ts'
import { decodeTransfer } from './transfer-encodings.ts'

/**
 * Where the parser leaves a reader with less than the mail holds, this reads it again: text whose
 * charset is missing or plainly wrong, and bodies that no boundary delimits. Everything else stays
 * as it was parsed.
 */
export type Bodies = { html: string | null; text: string | null }

export function repairBodies(bytes: Uint8Array, parsed: Bodies, attachments: number): Bodies {
  const mail = readRoot(asBuffer(bytes), structureLimits.headerBytes)
  const { source } = mail
  const bodies = { ...parsed }
  const nothingRead = parsed.html === null && parsed.text === null && attachments === 0
  const isBodyText = bodyTexts()
  walkParts(mail, structureLimits, (part) => {
    if (!isBodyText(part)) return
    const content = source.subarray(part.bodyStart, part.end)
    const decoded = decodeTransfer(content, encodingOf(source, part))
    if (part.type.startsWith('multipart/')) {
      if (nothingRead) bodies.text = lines(decodeText(decoded, '')) || null
    } else {
      rereadCharset(bodies, part, decoded)
    }
  })
  return bodies
}

/** Puts the text as we read it in place of the text as the parser read the same bytes. */
function rereadCharset(bodies: Bodies, part: Part, bytes: Buffer): void {
  const charset = part.parameters.get('charset') ?? ''
  const right = decodeText(bytes, charset)
  const read = parserDecoder(charset).decode(bytes)
  if (right === read) return
  const type = part.type === 'text/html' ? 'html' : 'text'
  const now = bodies[type]
  if (now !== null) bodies[type] = now.replace(lines(read), () => lines(right))
}

/** The parser's line ends, without the last of them. */
function lines(text: string): string {
  return text.replaceAll('\r\n', '\n').trimEnd()
}

/** The two decoders among which the parser errs: it takes us-ascii for windows-1252, nothing for UTF-8. */
function parserDecoder(charset: string) {
  return new TextDecoder(charset === '' || /^utf-?8$/i.test(charset) ? 'utf-8' : 'windows-1252')
}
