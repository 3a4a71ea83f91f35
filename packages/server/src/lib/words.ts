/**
 * The one normal form of searchable text, for the index and for queries alike: lower-case words of
 * letters (L*) and decimal digits (Nd) joined by single spaces. SQLite's unicode61 and Postgres'
 * parser both keep such words whole, so both see the tokens made here and no others. Scripts
 * written without spaces become one word per character: a phrase then finds any substring.
 * Normalising twice changes nothing.
 */
export function searchWords(text: string, limits: { words?: number } = {}): string {
  const most = limits.words ?? 4_000
  const words: string[] = []
  const end = Math.min(text.length, longestText)
  let start = 0
  let ascii = true
  for (let at = 0; at <= end && words.length < most; at++) {
    const kind = at === end ? separator : kindOf(text.charCodeAt(at))
    if (kind === other) ascii = false
    if (kind !== separator) continue
    if (at > start) {
      if (ascii) words.push(text.slice(start, Math.min(at, start + longestWord)).toLowerCase())
      else addUnicodeWords(words, text.slice(start, at), most)
    }
    start = at + 1
    ascii = true
  }
  return words.join(' ')
}

const longestWord = 64
/** Text beyond this is not searched: it bounds the work, and 4,000 words are long found by then. */
const longestText = 256 * 1024

const separator = 0
const word = 1
const other = 2
const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) =>
  /[0-9A-Za-z]/.test(String.fromCharCode(code)) ? word : separator,
)

function kindOf(code: number): number {
  return code < 128 ? (asciiKinds[code] ?? separator) : other
}

const marks = /\p{M}+/gu
const spaceless =
  '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}\\p{scx=Yiii}' +
  '\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]'
/** One character of a spaceless script, or a run of the others. */
const wordPattern = new RegExp(
  `(?=[\\p{L}\\p{Nd}])${spaceless}|(?:(?!${spaceless})[\\p{L}\\p{Nd}])+`,
  'gu',
)

function addUnicodeWords(words: string[], text: string, most: number): void {
  for (const [found] of normalise(text).matchAll(wordPattern)) {
    if (words.length >= most) return
    words.push(found.length > longestWord ? cut(found) : found)
  }
}

/**
 * Marks are stripped from the decomposed form and what is left composed again, so that Hangul
 * syllables survive. Lower-casing can itself yield marks (U+0130), hence the order. The two lower
 * case sigmas are one letter.
 */
function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
}

function cut(found: string): string {
  const last = found.charCodeAt(longestWord - 1)
  const halvesPair = last >= 0xd800 && last <= 0xdbff
  return found.slice(0, halvesPair ? longestWord - 1 : longestWord)
}
