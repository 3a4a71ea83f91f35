import { asBuffer } from './charsets.ts'
import { cr, lf } from './header-block.ts'
import { bodyTexts, encodingOf, readRoot, walkParts } from './parts.ts'
import { structureLimits } from './structure-limits.ts'
import { decodeTransfer } from './transfer-encodings.ts'

/**
 * Gives attachments back the line ends they were sent with. The parser reads what is not base64 line
 * by line, which turns CRLF into LF and adds one at the end: enough to break a signature or an
 * archive. Bytes of ours replace the parser's only where they differ from them in line ends alone.
 */
export function exactAttachments(bytes: Uint8Array, parsed: Uint8Array[]): Uint8Array[] {
  const mail = readRoot(asBuffer(bytes), structureLimits.headerBytes)
  const found: Uint8Array[] = []
  const isBodyText = bodyTexts()
  walkParts(mail, structureLimits, (part) => {
    if (isBodyText(part)) return
    const content = mail.source.subarray(part.bodyStart, part.end)
    found.push(decodeTransfer(content, encodingOf(mail.source, part)))
  })
  return parsed.map((theirs, index) => {
    const ours = found[index]
    return ours && differsInLineEndsAlone(ours, theirs) ? ours : theirs
  })
}

function differsInLineEndsAlone(left: Uint8Array, right: Uint8Array): boolean {
  let at = 0
  for (const byte of left) {
    if (isLineEnd(byte)) continue
    while (isLineEnd(right[at])) at++
    if (right[at++] !== byte) return false
  }
  while (isLineEnd(right[at])) at++
  return at >= right.length
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === cr || byte === lf
}
