import { createWordBytes, searchWords, writeWords } from '../../../../db/words/search-words.ts'

// The words of two texts are compared as bytes, in the same memory for each mail: as strings they would be copied
// several times, which is much of the garbage of a mail.
const plain = createWordBytes()
const html = createWordBytes()
const space = 0x20

/**
 * The words of the text, and behind them the words of the html that do not follow the text. Html that says what the
 * text says, with a few words more, adds these few, each with the words around it, so that they are found next to
 * each other; other html adds all of its words.
 */
export function bodyWords(text: string, htmlText: string): string {
  if (htmlText === '') return searchWords(text)
  // Each word stands between spaces, so that it is compared whole.
  const htmlEnd = writeWords(html, htmlText, 1) + 1
  if (htmlEnd === 2) return searchWords(text)
  const known = writeWords(plain, text, 0, htmlEnd) + 1
  html.bytes[0] = html.bytes[htmlEnd - 1] = plain.bytes[known - 1] = space
  let length = known
  let at = 0
  /** The html between these is added next, with so many (`owed`) words behind it. */
  let [start, end] = [1, 1]
  let owed = 0
  for (let from = 1; from < htmlEnd;) {
    const same = sameWords(from, htmlEnd, at, known)
    if (same > 0 && owed === 0) {
      at += same
      from += same
      continue
    }
    // Where the text is over, all of the rest is added.
    const next = at < known ? nextWord(from) : htmlEnd
    const skipped = same > 0 ? 0 : skippedBefore(from, next, at, known)
    const isKnown = same > 0 || skipped > 0
    if (isKnown) at += skipped + next - from
    if (!isKnown || owed > 0) {
      if (from > end) {
        length += html.bytes.copy(plain.bytes, length, start, end)
        start = Math.max(end, threeWordsBefore(from))
      }
      end = next
      owed = isKnown ? owed - 1 : 3
    }
    from = next
  }
  length += html.bytes.copy(plain.bytes, length, start, end)
  return plain.bytes.toString('utf8', known === 1 ? 1 : 0, length - 1)
}

/** Words are short: to call a search of Node's costs more than to look at their bytes. */
function nextWord(from: number): number {
  let at = from
  while (html.bytes[at] !== space) at += 1
  return at + 1
}

/** For how many bytes the html has the same words as the text from their places on. */
function sameWords(from: number, htmlEnd: number, at: number, known: number): number {
  const [one, other] = [html.bytes, plain.bytes]
  const most = Math.min(htmlEnd - from, known - at)
  let same = 0
  while (same < most && one[from + same] === other[at + same]) same += 1
  while (same > 0 && one[from + same - 1] !== space) same -= 1
  return same
}

/** How many bytes the text skips until the word that the html has there; 0 when it is not near. */
function skippedBefore(from: number, next: number, at: number, known: number): number {
  const [one, other] = [html.bytes, plain.bytes]
  const last = Math.min(known, at + farthestSkip) - (next - from)
  for (let skipped = 1; at + skipped <= last; skipped += 1) {
    if (other[at + skipped - 1] !== space) continue
    let same = 0
    while (same < next - from && one[from + same] === other[at + skipped + same]) same += 1
    if (same === next - from) return skipped
  }
  return 0
}

function threeWordsBefore(end: number): number {
  let start = end
  for (let words = 0; words < 3; words += 1) {
    start -= 2
    while (start > 0 && html.bytes[start] !== space) start -= 1
    start = Math.max(start, 0) + 1
  }
  return start
}

/** How far the html may skip the text, in bytes: it bounds the work. */
const farthestSkip = 160
