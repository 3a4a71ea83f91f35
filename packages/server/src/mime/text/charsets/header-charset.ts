import { mayBeOther } from '../charsets.ts'
import type { Contents } from '../../parts/contents.ts'
import type { RawCharset } from '../../parts/header-block.ts'
import { encodingOf, type ReadMail } from '../../parts/parts.ts'
import { decodeTransfer } from '../../parts/transfer-encodings.ts'
import { charsetOf } from './html-charset.ts'

/**
 * Finds the charset of raw bytes in the header: the one that the mail names, or else the first that its texts name.
 * Empty where none of them can be it.
 */
export function headerCharset(mail: ReadMail, contents: () => Pick<Contents, 'texts'>): RawCharset {
  let found: string | null = null
  return () => (found ??= findCharset(mail, contents))
}

function findCharset({ source, root }: ReadMail, contents: () => Pick<Contents, 'texts'>): string {
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
