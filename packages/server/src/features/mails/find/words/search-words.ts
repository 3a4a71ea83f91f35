/**
 * The one normal form of searchable text, for the index and for queries alike: lower-case words of
 * letters (L*) and decimal digits (Nd) joined by single spaces. SQLite's unicode61 and Postgres'
 * parser both keep such words whole, so both see the tokens made here and no others. Scripts
 * written without spaces become one word per character: a phrase then finds any substring.
 * Normalising twice changes nothing.
 */
export function searchWords(text: string, { words: most = 4_000 } = {}): string {
  const read = text.slice(0, longestText)
  const start = isAscii(read) ? read : read.replace(separators, ' ')
  if (isAscii(start)) return asciiWords(start, most)
  const words: string[] = []
  for (const [run] of start.matchAll(runs)) {
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

/** 0 for what separates words, else the lower-case byte. */
const asciiFolded = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code).toLowerCase()
  return /[0-9a-z]/.test(character) ? character.charCodeAt(0) : 0
})

/** Folds in place: ten times as fast as by regular expression, and it runs for each mail caught. */
function asciiWords(text: string, most: number): string {
  const bytes = Buffer.from(text, 'latin1')
  let end = 0
  let words = 0
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const folded = asciiFolded[bytes[at] ?? 0] ?? 0
    if (folded === 0) length = 0
    else if (length === 0) {
      if (words === most) break
      if (words > 0) bytes[end++] = 0x20
      words++
    }
    if (folded !== 0 && length++ < longestWord) bytes[end++] = folded
  }
  return bytes.toString('latin1', 0, end)
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
