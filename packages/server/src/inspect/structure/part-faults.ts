import { isAscii, isUtf8 } from 'node:buffer'
import { type Field, fieldValue } from '../../mime/parts/header-block.ts'
import { encodingOf, findField, type Part } from '../../mime/parts/parts.ts'
import { decodeTransfer } from '../../mime/parts/transfer-encodings.ts'
import { canonicalCharset, withoutPartialCharacter } from '../../mime/text/charsets.ts'

/** Bytes of a part that are compared with its charset. */
const mostCompared = 1024 * 1024
const longestBase64Line = 76
const encodings = /^(?:7bit|8bit|binary|base64|quoted-printable|(?:x-)?uue(?:ncode)?)$/

export const bodyOf = (source: Buffer, part: Part): Buffer =>
  source.subarray(part.bodyStart, part.end)

/** Null where the part has no such field. */
export function valueOf(source: Buffer, part: Part, name: string): string | null {
  const field: Field | null = findField(part.fields, name)
  return field && fieldValue(source, field, 1_000)
}

/** What is wrong with the Content-Transfer-Encoding; null where nothing is. */
export function encodingFault(source: Buffer, part: Part): string | null {
  const written = valueOf(source, part, 'content-transfer-encoding')?.toLowerCase().trim()
  const encoding = encodingOf(source, part)
  if (part.type.startsWith('multipart/')) {
    return encoding === '' ? null : `A multipart may not be in ${encoding}.`
  }
  if (written !== undefined && !encodings.test(written)) {
    return `“${written.slice(0, 40)}” is no encoding.`
  }
  const body = bodyOf(source, part)
  if (encoding === 'base64') {
    const longest = longestLine(body)
    return longest > longestBase64Line ? `A line of base64 has ${longest} characters.` : null
  }
  const isSevenBit = written === undefined || written === '7bit'
  return isSevenBit && !isAscii(body) ? 'It is declared as 7bit, and has 8-bit bytes.' : null
}

function longestLine(body: Buffer): number {
  let longest = 0
  let length = 0
  for (const byte of body) {
    if (byte === 0x0a) length = 0
    else if (byte !== 0x0d) longest = Math.max(longest, ++length)
  }
  return longest
}

/** What is wrong with the charset of a text. A file keeps the charset of its author. */
export function charsetFault(source: Buffer, part: Part): string | null {
  if (part.type !== 'text/plain' && part.type !== 'text/html') return null
  if (part.disposition?.value === 'attachment') return null
  const named = part.parameters.get('charset')
  const label = named === undefined ? '' : canonicalCharset(named)
  if (named !== undefined && label === '') return `“${named.slice(0, 40)}” is no known charset.`
  const bytes = decodeTransfer(bodyOf(source, part), encodingOf(source, part), mostCompared)
  // Html may name its charset itself, which the subject `size` looks at.
  if (label === '' && part.type === 'text/html') return null
  if (label === '' || label === 'us-ascii') {
    return isAscii(bytes)
      ? null
      : `It has letters beyond ASCII, and names ${named ?? 'no charset'}.`
  }
  if (label !== 'utf-8' || isUtf8(withoutPartialCharacter(bytes))) return null
  return 'It names UTF-8, and has bytes that are none.'
}
