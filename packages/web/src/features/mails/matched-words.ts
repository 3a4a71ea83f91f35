/** Which words of a search a list can show: those of any text, of the sender and of the subject. */
export type MatchedWords = { sender: readonly string[]; subject: readonly string[] }

export const noWords: MatchedWords = { sender: [], subject: [] }

/** A piece of a text; `isMatch` when the search asked for it. */
export type MatchedPiece = { text: string; isMatch: boolean }

const term = /(-?)(?:([a-z_]+):)?(?:"([^"]*)"?|([^\s()"]+))/gi
const word = /[\p{L}\p{N}\p{M}]+/gu

/** What a search asks to be in a mail. What it asks not to be there is left out. */
export function matchedWords(q: string): MatchedWords {
  const sender: string[] = []
  const subject: string[] = []
  for (const [, not, operator = '', phrase, plain = ''] of q.matchAll(term)) {
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
    const length = Math.max(0, ...words.map((start) => matchedLength(found, start)))
    if (length === 0) continue
    if (index > from) pieces.push({ text: text.slice(from, index), isMatch: false })
    pieces.push({ text: found.slice(0, length), isMatch: true })
    from = index + length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isMatch: false })
  return pieces
}

/** How much of a word a search word covers; accents and case make no difference. */
function matchedLength(found: string, start: string): number {
  if (!folded(found).startsWith(start)) return 0
  let length = 0
  while (folded(found.slice(0, length)).length < start.length) length += 1
  return length
}

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
