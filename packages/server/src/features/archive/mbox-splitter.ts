import { cr, lf } from '../../mime/parts/header-block.ts'

/**
 * Takes the mails out of a file that comes in chunks: an mbox, or one mail by itself when the file
 * does not begin with `From `. Quoting is undone as mboxrd has it, `>From ` and `>>From ` losing one
 * `>`; that reads what mboxo quoted too. Line ends stay as they are. Holds no more than one mail.
 */
export type SplitMail = {
  /** Counted from 1 in the order of the file. */
  number: number
  /** The sender of the separator, as SMTP had it; empty when there is none. */
  envelopeFrom: string
  /** Null when it is larger than allowed. */
  source: Uint8Array | null
}

/**
 * Some programs leave `From ` within a mail unquoted: a separator has the time of day too, as all
 * programs write it.
 */
const timeOfDay = /\d:\d\d/
const sender = /^From (\S*)/
/** A line that could be a separator or a quoted one is kept waiting up to this length. */
const longestSpecial = 1_000
const from = Buffer.from('From ')
const greater = 0x3e
const longestLineEnd = 2

/** `bytes` has room beyond `size`; `size` still grows when the mail is too large and its bytes are dropped. */
type Current = { number: number; envelopeFrom: string; bytes: Uint8Array; size: number }

export function createMboxSplitter({ maxMailBytes }: { maxMailBytes: number }) {
  let current: Current | null = null
  let isMbox: boolean | null = null
  let count = 0
  let carried: Buffer = Buffer.alloc(0)
  /** Whether the next byte begins a line, and the length of the blank line before it. */
  let atLineStart = true
  let blankBefore = 0

  function begin(envelopeFrom: string): void {
    current = { number: ++count, envelopeFrom, bytes: new Uint8Array(0), size: 0 }
  }

  function add(bytes: Uint8Array): void {
    if (!current || bytes.length === 0) return
    const size = current.size + bytes.length
    if (size > maxMailBytes + longestLineEnd) current.bytes = new Uint8Array(0)
    else {
      // One growing copy: pieces of a mail with very short lines would need many times its size.
      if (size > current.bytes.length) current.bytes = grown(current.bytes, size)
      current.bytes.set(bytes, current.size)
    }
    current.size = size
  }

  /** The mail so far, without the blank line that an mbox puts after it. */
  function take(): SplitMail[] {
    if (!current) return []
    const { number, envelopeFrom, bytes, size } = current
    current = null
    const length = size - (isMbox ? blankBefore : 0)
    if (length === 0) return []
    if (length > maxMailBytes) return [{ number, envelopeFrom, source: null }]
    return [{ number, envelopeFrom, source: bytes.slice(0, length) }]
  }

  /** The sender in a line that begins with `From `; null where it separates no mails. */
  function separatedFrom(line: string): string | null {
    // The first line always counts as a separator, which makes the file an mbox.
    if (count > 0 && (blankBefore === 0 || !timeOfDay.test(line))) return null
    const [, address = ''] = sender.exec(line) ?? []
    return address.includes('@') ? address : ''
  }

  function* lines(chunk: Buffer, isLast: boolean): Generator<SplitMail> {
    let kept = 0
    let at = 0
    while (at < chunk.length) {
      const end = lineEnd(chunk, at)
      const isWhole = chunk[end - 1] === lf
      const fromAt = atLineStart ? findFrom(chunk, at) : null
      const mayGoOn = fromAt !== null || (atLineStart && chunk[at] === cr)
      if (mayGoOn && !isWhole && !isLast && end - at < longestSpecial) break
      if (fromAt !== null && fromAt + from.length <= chunk.length) {
        const isQuoted = fromAt > at
        const envelopeFrom = isQuoted
          ? null
          : separatedFrom(chunk.toString('latin1', at, Math.min(end, at + longestSpecial)))
        if (isQuoted || envelopeFrom !== null) add(chunk.subarray(kept, at))
        if (isQuoted) kept = at + 1
        if (envelopeFrom !== null) {
          yield* take()
          begin(envelopeFrom)
          kept = end
        }
      }
      blankBefore = atLineStart && isWhole ? blankLength(chunk, at, end) : 0
      atLineStart = isWhole
      at = end
    }
    add(chunk.subarray(kept, at))
    carried = Buffer.from(chunk.subarray(at))
  }

  function* push(chunk: Uint8Array): Generator<SplitMail> {
    const bytes = Buffer.concat([carried, chunk])
    if (isMbox === null) {
      if (bytes.length < from.length) {
        carried = bytes
        return
      }
      isMbox = bytes.subarray(0, from.length).equals(from)
      if (!isMbox) begin('')
    }
    if (isMbox) yield* lines(bytes, false)
    else {
      add(bytes)
      carried = Buffer.alloc(0)
    }
  }

  function* end(): Generator<SplitMail> {
    if (isMbox) yield* lines(carried, true)
    else if (carried.length > 0) {
      begin('')
      add(carried)
    }
    yield* take()
  }

  return { push, end }
}

function grown(bytes: Uint8Array, least: number): Uint8Array {
  const larger = new Uint8Array(Math.max(least, 2 * bytes.length))
  larger.set(bytes)
  return larger
}

/** Behind the line feed, or the end. Short lines are many: a call of `indexOf` for each costs more. */
function lineEnd(chunk: Buffer, start: number): number {
  let at = start
  while (at < chunk.length && chunk[at] !== lf) at++
  return Math.min(at + 1, chunk.length)
}

/** Where `From ` follows nothing but `>` in a line, as far as it has come; null without it. */
function findFrom(chunk: Buffer, start: number): number | null {
  let at = start
  while (chunk[at] === greater) at++
  for (let index = 0; index < from.length && at + index < chunk.length; index++) {
    if (chunk[at + index] !== from[index]) return null
  }
  return at
}

function blankLength(chunk: Buffer, start: number, end: number): number {
  const length = end - start
  return length === 1 || (length === 2 && chunk[start] === cr) ? length : 0
}
