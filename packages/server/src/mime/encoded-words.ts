import { decodeText } from './charsets.ts'
import { decodeQ } from './transfer-encodings.ts'

/**
 * RFC 2047 encoded-words, the way senders write them: also next to plain text, with spaces or
 * question marks inside, and with a character cut in two between words. What is no encoded-word
 * stays as it is.
 */
export function decodeEncodedWords(text: string): string {
  let open = text.indexOf('=?')
  if (open === -1) return text
  let result = ''
  let done = 0
  let joined: Joined | null = null
  while (open !== -1) {
    const found = readWord(text, open)
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

/** Where the encoded-word ends that begins here, or -1 when none does. */
export function encodedWordEnd(text: string, open: number): number {
  return readWord(text, open)?.end ?? -1
}

type Word = { charset: string; encoding: string; encoded: string; end: number }

/** Adjacent words of one charset: their bytes are joined before they become characters. */
type Joined = { charset: string; bytes: Buffer[]; base64: string[] }

const longestCharset = 60
/** RFC 2047 allows 75 characters in all; senders exceed it by far. */
const longestWord = 2_048

function readWord(text: string, open: number): Word | null {
  const charsetEnd = text.slice(open + 2, open + 3 + longestCharset).indexOf('?') + open + 2
  if (charsetEnd <= open + 2 || text[charsetEnd + 2] !== '?') return null
  const encoding = text[charsetEnd + 1]?.toUpperCase() ?? ''
  if (encoding !== 'Q' && encoding !== 'B') return null
  const label = text.slice(open + 2, charsetEnd)
  if (/\s/.test(label)) return null
  const start = charsetEnd + 3
  const close = findClose(text, start, encoding)
  if (close === -1) return null
  // RFC 2231 section 5 adds a language after an asterisk.
  const charset = (label.split('*', 1)[0] ?? '').toLowerCase()
  return { charset, encoding, encoded: text.slice(start, close), end: close + 2 }
}

/**
 * The first `?=` ends a word, unless it is a question mark that a careless sender left bare before
 * an escaped byte, as in `=?utf-8?Q?Really?=20yes?=`.
 */
function findClose(text: string, start: number, encoding: string): number {
  const near = text.slice(start, start + longestWord)
  let close = near.indexOf('?=')
  if (encoding === 'B') return close === -1 ? -1 : start + close
  while (close !== -1 && /^[0-9A-F]{2}/i.test(near.slice(close + 2, close + 4))) {
    const later = near.indexOf('?=', close + 2)
    const nextWord = near.indexOf('=?', close + 2)
    if (later === -1 || (nextWord !== -1 && nextWord < later)) break
    close = later
  }
  return close === -1 ? -1 : start + close
}

function append(joined: Joined, found: Word): void {
  if (found.encoding === 'Q') {
    flushBase64(joined)
    joined.bytes.push(decodeQ(found.encoded))
  } else {
    // Text split off the 4-character grid only makes sense joined; padding ends a unit.
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
