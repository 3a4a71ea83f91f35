import { limits } from '@mailstop/contract'

/** The words of a search that are marked in senders and in subjects. */
export type MatchedWords = { sender: readonly string[]; subject: readonly string[] }

export const noWords: MatchedWords = { sender: [], subject: [] }

/** A piece of a text; `isMatch` when the search asked for it. */
export type MatchedPiece = { text: string; isMatch: boolean }

const term = /(-?)(?:([a-z_]+):)?(?:"([^"]*)"?|([^\s()"]+))/gi
const word = /[\p{L}\p{N}\p{M}]+/gu

/**
 * The words that a search requires. Excluded words are left out. An address can contain a search that is
 * longer than allowed; only its beginning is read.
 */
export function matchedWords(q: string): MatchedWords {
  const sender: string[] = []
  const subject: string[] = []
  for (const [, not, operator = '', phrase, plain = ''] of q
    .slice(0, limits.queryLength)
    .matchAll(term)) {
    const field = operator.toLowerCase()
    const isKnown = field === '' || field === 'from' || field === 'subject'
    if (not === '-' || !isKnown || /^(?:OR|AND)$/.test(plain)) continue
    const words = [...(phrase ?? plain).matchAll(word)].map(([text]) => folded(text))
    if (field !== 'subject') sender.push(...words)
    if (field !== 'from') subject.push(...words)
  }
  return { sender, subject }
}

/** Splits a text where its words begin with one of `words`. The pieces join to the text. */
export function matchedPieces(text: string, words: readonly string[]): MatchedPiece[] {
  if (words.length === 0) return [{ text, isMatch: false }]
  const pieces: MatchedPiece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(word)) {
    const plain = folded(found)
    const longest = Math.max(...words.map((start) => (plain.startsWith(start) ? start.length : 0)))
    if (longest === 0) continue
    const end = lengthOf(found, longest)
    if (index > from) pieces.push({ text: text.slice(from, index), isMatch: false })
    pieces.push({ text: found.slice(0, end), isMatch: true })
    from = index + end
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isMatch: false })
  return pieces
}

/** How many characters of a word become this many folded ones. */
function lengthOf(found: string, foldedLength: number): number {
  let length = 0
  let covered = 0
  for (const character of found) {
    if (covered >= foldedLength) break
    covered += folded(character).length
    length += character.length
  }
  return length
}

/**
 * Accents and case make no difference. Combining accents are removed first: normalisation sorts them, in
 * a time that grows with the square of their number.
 */
const folded = (text: string) =>
  text
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
