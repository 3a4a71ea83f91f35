import { isUtf8 } from 'node:buffer'
import { mayBeOther } from '../charsets.ts'
import type { Contents } from '../contents.ts'
import type { ReadMail } from '../parts.ts'
import { decodeTransfer } from '../transfer-encodings.ts'
import { encodingOf } from '../parts.ts'
import { charsetOf } from './html-charset.ts'

/**
 * In which charset raw bytes of the header are meant that are no UTF-8: the one that the mail names, or else the first
 * one that its texts name. Empty where none of them can be it.
 */
export function headerCharset(mail: ReadMail, contents: () => Pick<Contents, 'texts'>): string {
  const { source, root } = mail
  if (isUtf8(source.subarray(0, root.bodyStart))) return ''
  const named = root.parameters.get('charset') ?? ''
  if (!mayBeOther(named)) return named
  for (const { part, pieces } of contents().texts.slice(0, mostAsked)) {
    const start = (pieces[0] ?? source).subarray(0, mostDecoded)
    const charset = charsetOf(part, decodeTransfer(start, encodingOf(source, part)), mayBeOther)
    if (!mayBeOther(charset)) return charset
  }
  return ''
}

const mostAsked = 10
const mostDecoded = 16 * 1024
