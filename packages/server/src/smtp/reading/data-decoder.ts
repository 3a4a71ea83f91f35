import { Buffer } from 'node:buffer'
import { cr, lf } from './line-reader.ts'

export type DataDecoder = ReturnType<typeof createDataDecoder>

const dot = 0x2e
const stuffedLine = Buffer.from('\r\n.')
const carriageReturn = Buffer.from('\r')

/** How much of CRLF.CRLF the bytes so far end with; content begins as if after a CRLF. */
type Matched = 'nothing' | 'cr' | 'crlf' | 'crlf-dot' | 'crlf-dot-cr'

/**
 * Undoes the dot-stuffing of RFC 5321 section 4.5.2, however the stream is cut. Only CRLF.CRLF ends
 * the content; a bare CR, LF or NUL is content, and a dot counts as stuffing only right after a
 * CRLF. This prevents SMTP smuggling.
 */
export function createDataDecoder(emit: (content: Buffer) => void) {
  let matched: Matched = 'crlf'

  /** Continues a match that the last chunk left open; `at` is where plain scanning may begin. */
  function finishMatch(bytes: Buffer): { at: number; ended: boolean } {
    let at = 0
    if (matched === 'cr' && bytes[0] === lf) {
      emit(bytes.subarray(0, 1))
      matched = 'crlf'
      at = 1
    }
    if (matched === 'crlf' && bytes[at] === dot) {
      matched = 'crlf-dot'
      at += 1
    }
    if (matched === 'crlf-dot' && bytes[at] === cr) {
      matched = 'crlf-dot-cr'
      at += 1
    }
    if (at === bytes.length) return { at, ended: false }
    if (matched === 'crlf-dot-cr') {
      if (bytes[at] === lf) return { at: at + 1, ended: true }
      emit(carriageReturn)
    }
    matched = 'nothing'
    return { at, ended: false }
  }

  return {
    /**
     * Takes the next bytes and returns how many of them belong to the content and its end, and
     * whether it ended. Moves bytes within `bytes` where a stuffed dot is taken out, so that one
     * chunk stays one piece.
     */
    write(bytes: Buffer): { consumed: number; ended: boolean } {
      const { at: opened, ended } = finishMatch(bytes)
      if (ended || opened === bytes.length) return { consumed: opened, ended }
      let from = opened
      let kept = opened
      for (;;) {
        const found = bytes.indexOf(stuffedLine, from)
        const until = found < 0 ? bytes.length : found + 2
        if (kept !== from) bytes.copyWithin(kept, from, until)
        kept += until - from
        if (found < 0) break
        const after = found + 3
        if (bytes[after] === cr && bytes[after + 1] === lf) {
          emit(bytes.subarray(opened, kept))
          return { consumed: after + 2, ended: true }
        }
        from = after
        if (after === bytes.length) matched = 'crlf-dot'
        else if (bytes[after] === cr && after + 1 === bytes.length) {
          matched = 'crlf-dot-cr'
          from = bytes.length
        }
        if (matched !== 'nothing') break
      }
      if (matched === 'nothing') matched = endOf(bytes, opened, kept)
      emit(bytes.subarray(opened, kept))
      return { consumed: bytes.length, ended: false }
    },
  }
}

function endOf(bytes: Buffer, start: number, end: number): Matched {
  if (end > start && bytes[end - 1] === cr) return 'cr'
  if (end > start + 1 && bytes[end - 1] === lf && bytes[end - 2] === cr) return 'crlf'
  return 'nothing'
}
