import { Buffer } from 'node:buffer'

export type Line =
  | { kind: 'line'; bytes: Buffer }
  /** Refused at once; the rest of the line, up to its CRLF, is skipped. */
  | { kind: 'too-long' }
  | { kind: 'bare-lf' }

export type LineReader = ReturnType<typeof createLineReader>

export const lf = 0x0a
export const cr = 0x0d
const empty = Buffer.alloc(0)

/**
 * Bytes that have arrived and are not parsed yet. Only CRLF ends a line (RFC 5321 section 2.3.8):
 * what follows a bare LF is part of the refused line and never a command of its own, but a client
 * that only sends LF gets a reply that says why. Between pushes it keeps at most one unfinished
 * line.
 */
export function createLineReader() {
  let rest: Buffer = empty
  let skipping = false
  let skipped = 0
  let taken = 0

  /** Most lines and mails are the last of what has arrived: the empty rest behind them needs no view. */
  const behind = (at: number): Buffer => (at >= rest.length ? empty : rest.subarray(at))

  /** Drops bytes up to and with the next CRLF; true when it was found. */
  function skip(): boolean {
    const end = rest.indexOf('\r\n', 0, 'latin1')
    if (end >= 0) {
      rest = behind(end + 2)
      skipping = false
      skipped = 0
      return true
    }
    skipped += rest.length
    rest = rest.at(-1) === cr ? Buffer.from('\r') : empty
    return false
  }

  return {
    push(bytes: Uint8Array): void {
      const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      rest = rest.length === 0 ? view : Buffer.concat([rest, view])
    },

    /** The next line without its CRLF, or null when it has not fully arrived. */
    next(limitFor: (start: Buffer) => number): Line | null {
      if (skipping && !skip()) return null
      const end = rest.indexOf(lf)
      const length = end < 0 ? rest.length : end + 1
      if (length > limitFor(rest)) {
        skipping = true
        if (end > 0 && rest[end - 1] === cr) skip()
        return { kind: 'too-long' }
      }
      if (end < 0) {
        // A copy, so that a few bytes do not keep a whole network chunk alive.
        if (rest.length > 0) rest = Buffer.from(rest)
        return null
      }
      if (end === 0 || rest[end - 1] !== cr) {
        skipping = true
        return { kind: 'bare-lf' }
      }
      const bytes = rest.subarray(0, end - 1)
      rest = behind(end + 1)
      return { kind: 'line', bytes }
    },

    /** Hands out received bytes as content rather than lines; at most `count`. */
    take(count = rest.length): Buffer {
      const content = count >= rest.length ? rest : rest.subarray(0, count)
      rest = behind(count)
      taken += content.length
      return content
    },

    /** Puts back bytes that `take` handed out too many of. */
    putBack(bytes: Buffer): void {
      // An empty view would keep the taken mail in memory until the next one.
      rest = bytes.length === 0 ? empty : bytes
      taken -= bytes.length
    },

    drop(): void {
      rest = empty
      skipping = false
      skipped = 0
    },

    /** Bytes taken as content so far. */
    taken: (): number => taken,

    /** Bytes of a refused line thrown away so far, while its end has not come. */
    skipped: (): number => skipped,

    pending: (): number => rest.length,
  }
}
