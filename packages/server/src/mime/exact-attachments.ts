import { asBuffer } from './charsets.ts'
import { encodingOf, isBodyText, readRoot, walkParts } from './parts.ts'
import { structureLimits } from './structure-limits.ts'
import { decodeTransfer } from './transfer-encodings.ts'

/**
 * The bytes of attachments as they were sent. The parser reads what is not base64 line by line,
 * which turns CRLF into LF and adds a line end: enough to break a signature or an archive. Null for
 * each attachment that is better taken from the parser, and for all when the two do not agree on
 * how many there are.
 */
export function exactAttachments(bytes: Uint8Array, count: number): (Buffer | null)[] {
  const mail = readRoot(asBuffer(bytes), structureLimits.headerBytes)
  const { source } = mail
  const found: (Buffer | null)[] = []
  walkParts(mail, structureLimits, (part) => {
    if (isBodyText(part)) return
    const encoding = encodingOf(source, part)
    const content = source.subarray(part.bodyStart, part.end)
    found.push(encoding === 'base64' ? null : decodeTransfer(content, encoding))
  })
  return found.length === count ? found : Array.from({ length: count }, () => null)
}
