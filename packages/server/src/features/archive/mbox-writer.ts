import { cr, lf } from '../../mime/parts/header-block.ts'

/**
 * Writes mails as an mbox (RFC 4155) with the quoting of mboxrd: a line that begins like a separator, behind any
 * number of `>`, gets one `>` more. Everything else stays byte for byte, line ends included, so that reading it
 * returns what was caught. Pure.
 */
type Entry = { source: Uint8Array; envelopeFrom: string; receivedAt: number }

const from = Buffer.from('From ')
const greater = 0x3e
const mark = Buffer.from('>')
/** Pieces are joined up to this size: a mail may have millions of lines to quote. */
const bytesAtOnce = 16 * 1024

/** Yields one mail with separator and blank line, computing no more than is taken. */
export function* mboxEntry(entry: Entry): Generator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let size = 0
  for (const piece of pieces(entry)) {
    if (size > 0 && size + piece.length > bytesAtOnce) {
      yield Buffer.concat(waiting, size)
      waiting = []
      size = 0
    }
    if (piece.length >= bytesAtOnce) yield piece
    else {
      waiting.push(piece)
      size += piece.length
    }
  }
  yield Buffer.concat(waiting, size)
}

function* pieces({ source, envelopeFrom, receivedAt }: Entry): Generator<Uint8Array> {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const lineEnd = lineEndOf(bytes)
  yield Buffer.from(separator(envelopeFrom, receivedAt) + lineEnd)
  let kept = 0
  for (let at = bytes.indexOf(from); at !== -1; at = bytes.indexOf(from, at + from.length)) {
    const start = lineStart(bytes, at, kept)
    if (start !== null) {
      yield bytes.subarray(kept, start)
      yield mark
      kept = start
    } else if (at - kept >= bytesAtOnce) {
      yield bytes.subarray(kept, at)
      kept = at
    }
  }
  yield bytes.subarray(kept)
  const ends = bytes.length === 0 || bytes.at(-1) === lf
  yield Buffer.from(ends ? lineEnd : lineEnd + lineEnd)
}

/** The beginning of the line, if it has nothing but `>` before `at`; null when it has more. */
function lineStart(bytes: Buffer, at: number, least: number): number | null {
  let start = at
  while (start > least && bytes[start - 1] === greater) start--
  return start === 0 || bytes[start - 1] === lf ? start : null
}

function lineEndOf(bytes: Buffer): string {
  const found = bytes.indexOf(lf)
  return found > 0 && bytes[found - 1] !== cr ? '\n' : '\r\n'
}

/** `From sender Sat Nov 21 09:41:00 2026`, in UTC. */
function separator(envelopeFrom: string, time: number): string {
  const [, day, month, year, clock] = new Date(time).toUTCString().split(' ')
  const [weekday] = new Date(time).toUTCString().split(',')
  const sender = envelopeFrom.replaceAll(/[^\x21-\x7e]/g, '') || 'MAILER-DAEMON'
  return `From ${sender} ${weekday} ${month} ${day} ${clock} ${year}`
}
