import { decodeText } from './charsets.ts'
import { decodeQ } from '../parts/transfer-encodings.ts'

/**
 * RFC 2047 encoded-words, the way senders write them: also next to plain text, with spaces or
 * question marks inside, and with a character cut in two between words. What is no encoded-word
 * stays as it is.
 */
export function decodeEncodedWords(text: string): string {
  let open = text.indexOf('=?')
  if (open === -1) return text
  const readWord = createWords(text)
  let result = ''
  let done = 0
  let joined: Joined | null = null
  while (open !== -1) {
    const found = readWord(open)
    if (!found) {
      open = text.indexOf('=?', open + 2)
      continue
    }
    const between = text.slice(done, open)
    // White space between two encoded-words only folds the line (RFC 2047 section 6.2).
    const adjoins = joined !== null && between.trim() === ''
    if (joined && adjoins && canJoin(joined, found)) {
      append(joined, found)
    } else {
      if (joined) result += finish(joined)
      if (!adjoins) result += between
      joined = { charset: found.charset, bytes: [], base64: [] }
      append(joined, found)
    }
    done = found.end
    open = text.indexOf('=?', done)
  }
  return result + (joined ? finish(joined) : '') + text.slice(done)
}

/** A word in a charset with shift states begins and ends in ASCII (RFC 2047 section 3). */
function canJoin(joined: Joined, found: Word): boolean {
  return joined.charset === found.charset && !found.charset.startsWith('iso-2022')
}

/** Says where the encoded-word ends that begins at a place in the text, or -1 when none does. */
export function createWordEnds(text: string): (open: number) => number {
  const readWord = createWords(text)
  return (open) => readWord(open)?.end ?? -1
}

type Word = { charset: string; encoding: string; encoded: string; end: number }

/** Adjacent words of one charset: their bytes are joined before they become characters. */
type Joined = { charset: string; bytes: Buffer[]; base64: string[] }

const longestCharset = 60
/** RFC 2047 allows 75 characters in all; senders exceed it by far. */
const longestWord = 2_048

/** Finds words when it is asked for them in order: a missing end is searched once, not by each word. */
function createWords(text: string): (open: number) => Word | null {
  const nextClose = createFinder(text, '?=')
  const nextOpen = createFinder(text, '=?')
  return (open) => readWord(text, open, { nextClose, nextOpen })
}

type Finder = (from: number) => number
type Finders = { nextClose: Finder; nextOpen: Finder }

/** The next position of `wanted`, remembered until it is passed. */
function createFinder(text: string, wanted: string): Finder {
  let from = -1
  let found = -1
  return (start) => {
    if (from === -1 || start < from || start > found) {
      found = text.indexOf(wanted, start)
      if (found === -1) found = Number.POSITIVE_INFINITY
      from = start
    }
    return found
  }
}

function readWord(text: string, open: number, finders: Finders): Word | null {
  const charsetEnd = text.slice(open + 2, open + 3 + longestCharset).indexOf('?') + open + 2
  if (charsetEnd <= open + 2 || text[charsetEnd + 2] !== '?') return null
  const encoding = text[charsetEnd + 1]?.toUpperCase() ?? ''
  if (encoding !== 'Q' && encoding !== 'B') return null
  const label = text.slice(open + 2, charsetEnd)
  if (/\s/.test(label)) return null
  const start = charsetEnd + 3
  const close = findClose(text, start, encoding, finders)
  if (close === -1) return null
  // RFC 2231 section 5 adds a language after an asterisk.
  const charset = (label.split('*', 1)[0] ?? '').toLowerCase()
  return { charset, encoding, encoded: text.slice(start, close), end: close + 2 }
}

/**
 * The first `?=` ends a word, unless it is a question mark that a careless sender left bare before
 * an escaped byte, as in `=?utf-8?Q?Really?=20yes?=`.
 */
function findClose(
  text: string,
  start: number,
  encoding: string,
  { nextClose, nextOpen }: Finders,
): number {
  const last = start + longestWord - 2
  let close = nextClose(start)
  if (close > last) return -1
  while (encoding === 'Q' && /^[0-9A-F]{2}/i.test(text.slice(close + 2, close + 4))) {
    const later = nextClose(close + 2)
    if (later > last || nextOpen(close + 2) < later) break
    close = later
  }
  return close
}

function append(joined: Joined, found: Word): void {
  if (found.encoding === 'Q') {
    flushBase64(joined)
    joined.bytes.push(decodeQ(found.encoded))
  } else {
    // Text that is not split at multiples of 4 characters only makes sense joined; padding ends a
    // unit.
    if (joined.base64.at(-1)?.endsWith('=')) flushBase64(joined)
    joined.base64.push(found.encoded)
  }
}

function flushBase64(joined: Joined): void {
  if (joined.base64.length === 0) return
  joined.bytes.push(Buffer.from(joined.base64.join(''), 'base64'))
  joined.base64 = []
}

function finish(joined: Joined): string {
  flushBase64(joined)
  const [only] = joined.bytes
  const bytes = joined.bytes.length === 1 && only ? only : Buffer.concat(joined.bytes)
  return decodeText(bytes, joined.charset)
}
