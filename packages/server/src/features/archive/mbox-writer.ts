/**
 * Mails as an mbox (RFC 4155) with the quoting of mboxrd: of a line that begins like a separator,
 * behind any number of `>`, one `>` more. Everything else stays byte for byte, line ends included, so
 * that reading it gives back what was caught. Pure.
 */
type Entry = { source: Uint8Array; envelopeFrom: string; receivedAt: number }

const from = Buffer.from('From ')
const lf = 0x0a
const cr = 0x0d
const greater = 0x3e
const mark = Buffer.from('>')

/** The pieces of one mail, separator and blank line included. */
export function mboxEntry({ source, envelopeFrom, receivedAt }: Entry): Uint8Array[] {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const lineEnd = lineEndOf(bytes)
  const pieces: Uint8Array[] = [Buffer.from(separator(envelopeFrom, receivedAt) + lineEnd)]
  let kept = 0
  for (let at = bytes.indexOf(from); at !== -1; at = bytes.indexOf(from, at + from.length)) {
    const start = lineStart(bytes, at, kept)
    if (start === null) continue
    pieces.push(bytes.subarray(kept, start), mark)
    kept = start
  }
  pieces.push(bytes.subarray(kept))
  const ends = bytes.length === 0 || bytes.at(-1) === lf
  pieces.push(Buffer.from(ends ? lineEnd : lineEnd + lineEnd))
  return pieces
}

/** Where the line begins that has nothing but `>` before `at`; null when it has more. */
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
