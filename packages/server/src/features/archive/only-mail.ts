import { Refusal } from '../../errors.ts'

/** A person may choose a wrong file. SMTP takes everything that an app sends; an import need not. */

/** A tar identifies itself behind the name of its first file. */
const tarMagicAt = 257
/** A field that mails have is looked for in this much of a header. */
const longestHead = 64 * 1024

const packed: [name: string, magic: string, at?: number][] = [
  ['gzip', '\u001F\u008B'],
  ['zip', 'PK\u0003\u0004'],
  ['zstd', '(\u00B5/\u00FD'],
  ['bzip2', 'BZh'],
  ['xz', '\u00FD7zXZ\0'],
  ['7z', '7z\u00BC\u00AF\u0027\u001C'],
  ['tar', 'ustar', tarMagicAt],
]

const firstLine = /^(?:>?From |[!-9;-~]+[ \t]*:)/
const usualField =
  /^(?:From|Sender|Reply-To|To|Cc|Bcc|Date|Subject|Message-ID|Received|Return-Path|Delivered-To|MIME-Version|Content-Type|X-[\w-]+)[ \t]*:/im

/** Passes the chunks on unchanged, or refuses before the first where they are no mail. */
export async function* onlyMail(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0)
  let enough = tarMagicAt + 8
  for await (const chunk of chunks) {
    if (head === null) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < enough && !beginsMbox(head)) continue
    if (isOpen(head)) {
      // Chunks may have one byte each: the beginning is read again only when it has doubled.
      enough = head.length * 2
      continue
    }
    requireMail(head)
    yield head
    head = null
  }
  if (head === null || head.length === 0) return
  requireMail(head)
  yield head
}

/** Mails of an mbox that comes slowly are kept as they come. */
const beginsMbox = (head: Buffer) => /^From [^\0\n]*\n/.test(head.toString('latin1', 0, 1_000))

const textOf = (head: Buffer) => head.toString('latin1', 0, longestHead)

/** Whether a decisive field may still come. */
function isOpen(head: Buffer): boolean {
  const text = textOf(head)
  return head.length < longestHead && firstLine.test(text) && !isMail(text) && !endOfHead.test(text)
}

const endOfHead = /\r?\n\r?\n/

function isMail(text: string): boolean {
  const [head = ''] = text.split(endOfHead, 1)
  return /^>?From /.test(text) || usualField.test(head)
}

function requireMail(head: Buffer): void {
  const text = textOf(head)
  const [kind] = packed.find(([, magic, at = 0]) => text.startsWith(magic, at)) ?? []
  if (kind !== undefined) throw refused(`This is a ${kind} file: unpack it first.`)
  if (text.split('\n', 1)[0]?.includes('\0')) {
    throw refused('This is a binary file: an import takes an .eml or .mbox file.')
  }
  if (!firstLine.test(text) || !isMail(text)) {
    throw refused(
      'This is no mail: an .eml file begins with header fields such as From and Subject, and an .mbox file with "From ".',
    )
  }
}

const refused = (message: string) => new Refusal('invalid', { message })
