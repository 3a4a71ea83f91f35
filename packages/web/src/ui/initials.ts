/** The first letters of the first and the last word, upper case; one letter for one word. */
export function initials(name: string): string {
  const words = name
    .split(/\s+/u)
    .map((word) => word.replace(/^\p{P}+/u, ''))
    .filter(Boolean)
  const first = words[0]
  if (first === undefined) return ''
  const last = words.length > 1 ? words[words.length - 1] : undefined
  return (firstLetter(first) + (last === undefined ? '' : firstLetter(last))).toUpperCase()
}

/** Whole characters (grapheme clusters): an emoji or an accented letter is not cut. */
function firstLetter(word: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word)
  return first?.segment ?? ''
}
