/** Takes a text as `foldCase` returns it. */
export type Wildcard = (folded: string) => boolean

/**
 * Patterns that people write: `*` matches any characters or none, everything else itself, regardless of case. They
 * match the whole text, in a time linear in its length for every pattern: no regular expression, and no going
 * back. A text is handed in as `foldCase` returns it.
 */
export function createWildcard(pattern: string): Wildcard {
  const pieces = foldCase(pattern).split('*')
  const [head = ''] = pieces
  if (pieces.length === 1) return (text) => text === head
  const tail = pieces.at(-1) ?? ''
  const between = pieces.slice(1, -1).filter((piece) => piece !== '')
  const finders = between.map(createFinder)
  return (text) => {
    const end = text.length - tail.length
    if (head.length > end || !text.startsWith(head) || !text.endsWith(tail)) return false
    let at = head.length
    // Takes the first place of each piece, which leaves the most room for the next pieces.
    return finders.every((find) => {
      at = find(text, at, end)
      return at !== -1
    })
  }
}

/** Upper case, because in lower case the letter sigma depends on what stands beside it. */
export const foldCase = (text: string): string =>
  (isAscii.test(text)
    ? text
    : text.replaceAll(manyMarks, '$&\u034f').normalize('NFC')
  ).toUpperCase()

const isAscii = /^[\0-\x7f]*$/

/**
 * Normalising sorts the marks behind a letter, in a time that grows with the square of their number. UAX #15 section
 * 13 bounds that by a joiner after each 30; no text in use has as many.
 */
const manyMarks = /\p{M}{30}/gu

/**
 * The longest piece that `indexOf` finds in linear time: V8 searches with tables (Boyer and Moore) of this many
 * characters. That is several times as fast as our own search.
 */
const longestNative = 250

/** Finds where `piece` first ends within a part of a text, or -1. */
function createFinder(piece: string): (text: string, start: number, end: number) => number {
  if (piece.length > longestNative) return createLongFinder(piece)
  return (text, start, end) => {
    const at = text.indexOf(piece, start)
    return at === -1 || at + piece.length > end ? -1 : at + piece.length
  }
}

/** The same for a piece of any length (Knuth, Morris and Pratt). */
function createLongFinder(piece: string): ReturnType<typeof createFinder> {
  const fallbacks = [0]
  for (let at = 1, matched = 0; at < piece.length; at += 1) {
    while (matched > 0 && piece[at] !== piece[matched]) matched = fallbacks[matched - 1] ?? 0
    if (piece[at] === piece[matched]) matched += 1
    fallbacks.push(matched)
  }
  return (text, start, end) => {
    let matched = 0
    for (let at = start; at < end; at += 1) {
      while (matched > 0 && text[at] !== piece[matched]) matched = fallbacks[matched - 1] ?? 0
      if (text[at] === piece[matched]) matched += 1
      if (matched === piece.length) return at + 1
    }
    return -1
  }
}
