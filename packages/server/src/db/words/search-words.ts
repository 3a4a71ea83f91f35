/**
 * The one normal form of searchable text, for the index and for queries alike: lower-case words of
 * letters (L*) and decimal digits (Nd) joined by single spaces. SQLite's unicode61 and Postgres'
 * parser both keep such words whole, so both see the tokens made here and no others. Scripts
 * written without spaces become one word per character: a phrase then finds any substring.
 * Normalising twice changes nothing.
 */
export function searchWords(text: string, { words: most = mostWords } = {}): string {
  const { read, isPlain } = readable(text)
  if (!isPlain) return otherWords(read, most)
  const end = writeAscii(own, read, { at: 0, most })
  return own.bytes.toString('latin1', 0, end)
}

/** Memory that is used again for each text. */
export type WordBytes = { bytes: Buffer }

export const createWordBytes = (): WordBytes => ({ bytes: Buffer.allocUnsafeSlow(16 * 1024) })

const own = createWordBytes()
const mostWords = 4_000

/**
 * Writes the words of `searchWords` as UTF-8 from `at` on, and leaves room for a space and `spare` bytes behind them.
 * Returns where they end.
 */
export function writeWords(into: WordBytes, text: string, at: number, spare = 0): number {
  const { read, isPlain } = readable(text)
  if (isPlain) return writeAscii(into, read, { at, most: mostWords, spare })
  const words = otherWords(read, mostWords)
  grow(into, at + Buffer.byteLength(words) + 1 + spare)
  return at + into.bytes.write(words, at)
}

function grow(into: WordBytes, size: number): void {
  if (into.bytes.length < size) into.bytes = Buffer.allocUnsafeSlow(2 * size)
}

/** `isPlain`: it is ASCII. */
function readable(text: string): { read: string; isPlain: boolean } {
  const start = text.length > longestText ? text.slice(0, longestText) : text
  if (isAscii(start)) return { read: start, isPlain: true }
  const read = start.replace(separators, ' ')
  return { read, isPlain: isAscii(read) }
}

function otherWords(text: string, most: number): string {
  const words: string[] = []
  for (const [run] of text.matchAll(runs)) {
    if (words.length >= most) break
    addWords(words, run, most)
  }
  return words.join(' ')
}

/** One byte a character, as in most mail. */
const isAscii = (text: string) => Buffer.byteLength(text) === text.length

/** Too many words begin like a shorter one. */
const shortestBeginning = 3

/** Whether the last of the words that are asked for may be the beginning of a longer one. */
export const mayBegin = (asked: string[]) => (asked.at(-1) ?? '').length >= shortestBeginning

const longestWord = 64
/** Spaces, dashes and quotes that html is full of; without them most of it is ASCII. */
const separators = /[\u00a0\u2010-\u2027]/g
/** Text beyond this is not searched: it bounds the work, and 4,000 words are long found by then. */
const longestText = 256 * 1024

const space = 0x20

/** The lower-case byte, or a space for what separates words. */
const asciiFolded = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code).toLowerCase()
  return /[0-9a-z]/.test(character) ? character.charCodeAt(0) : space
})

type Ascii = { at: number; most: number; spare?: number }

/**
 * Folds in place, for each mail caught. The loop does not branch at the end of a word, which no processor foresees:
 * that takes a third of the time.
 */
function writeAscii(into: WordBytes, text: string, { at: start, most, spare = 0 }: Ascii): number {
  grow(into, start + text.length + 1 + spare)
  const { bytes } = into
  const textEnd = start + bytes.write(text, start, 'latin1')
  let end = start
  let before = space
  for (let at = start; at < textEnd; at++) {
    const folded = asciiFolded[bytes[at] ?? 0] ?? 0
    bytes[end] = folded
    end += Number(folded !== space) | Number(before !== space)
    before = folded
  }
  if (end > start && before === space) end -= 1
  const mayExceed = end - start >= 2 * most || hasLongWord(bytes, start, end)
  return mayExceed ? cutWords(bytes, start, end, most) : end
}

/** Looks at every few bytes only. */
function hasLongWord(bytes: Buffer, start: number, end: number): boolean {
  let before = start - 1
  while (before + longestWord + 1 < end) {
    let at = before + longestWord + 1
    while (at > before && bytes[at] !== space) at--
    if (at === before) return true
    before = at
  }
  return false
}

function cutWords(bytes: Buffer, start: number, end: number, most: number): number {
  if (most === 0) return start
  let to = start
  let words = 1
  let length = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0
    length = byte === space ? 0 : length + 1
    if (byte === space && words++ === most) break
    if (length <= longestWord) bytes[to++] = byte
  }
  return to
}

/** What may hold a word before it is normalised: anything but what ASCII separates by. */
const runs = /[0-9A-Za-z\u0080-\u{10ffff}]+/gu
/** Accents, and invisible characters: soft hyphens, joiners and marks of direction. */
const marks = /[\p{M}\p{Cf}]+/gu
const spaceless =
  '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}\\p{scx=Yiii}' +
  '\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]'
/** One character of a spaceless script, or a run of the others. */
const wordPattern = new RegExp(
  `(?=[\\p{L}\\p{Nd}])${spaceless}|(?:(?!${spaceless})[\\p{L}\\p{Nd}])+`,
  'gu',
)

function addWords(words: string[], run: string, most: number): void {
  if (isAscii(run)) {
    words.push(run.slice(0, longestWord).toLowerCase())
    return
  }
  for (const [found] of normalise(run).matchAll(wordPattern)) {
    if (words.length >= most) return
    words.push(found.length > longestWord ? cut(found) : found)
  }
}

/** Letters that Unicode does not decompose, by what people write who lack them; and the sigma of ends. */
const spelled: Record<string, string> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
}
const spelledLetters = new RegExp(`[${Object.keys(spelled).join('')}]`, 'g')

/**
 * Marks are stripped from the decomposed form and what is left composed again, so that Hangul
 * syllables survive. Lower-casing can itself yield marks (U+0130), hence the order. The two lower
 * case sigmas are one letter. The marks that are written as such go first: normalising sorts them
 * behind their letter, in a time that grows with the square of how many there are.
 */
function normalise(text: string): string {
  return text
    .replace(marks, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .replace(spelledLetters, (letter) => spelled[letter] ?? letter)
    .normalize('NFKC')
}

function cut(found: string): string {
  const last = found.charCodeAt(longestWord - 1)
  const halvesPair = last >= 0xd800 && last <= 0xdbff
  return found.slice(0, halvesPair ? longestWord - 1 : longestWord)
}
