import { asBuffer } from './charsets.ts'
import { lineEndOf } from './header-block.ts'
import { encodingOf, isBodyText, readPart, walkParts } from './parts.ts'
import { structureLimits } from './structure-limits.ts'
import { decodeTransfer } from './transfer-encodings.ts'

/**
 * The bytes of attachments as they were sent. The parser reads what is not base64 line by line,
 * which turns CRLF into LF and adds a line end: enough to break a signature or an archive. Null for
 * each attachment that is better taken from the parser, and for all when the two do not agree on
 * how many there are.
 */
export function exactAttachments(bytes: Uint8Array, count: number): (Buffer | null)[] {
  const source = asBuffer(bytes)
  const lineEnd = lineEndOf(source)
  const root = readPart(source, 0, source.length, lineEnd, structureLimits.headerBytes)
  const found: (Buffer | null)[] = []
  const budget = { ...structureLimits, searchedBytes: source.length * 10 }
  walkParts(source, lineEnd, root, budget, (part) => {
    if (isBodyText(part)) return
    const encoding = encodingOf(source, part)
    const content = source.subarray(part.bodyStart, part.end)
    found.push(encoding === 'base64' ? null : decodeTransfer(content, encoding))
  })
  return found.length === count ? found : Array.from({ length: count }, () => null)
}
