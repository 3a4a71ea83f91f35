/**
 * Lists of words by language, with commas between them, as regular expressions. A space stands for white
 * space, `*` for any letters, and a hyphen at the beginning for the first part of a compound.
 */
type WordLists = Readonly<Record<string, string>>

/** Whole words of scripts that separate words. */
export const asWords = (lists: WordLists) =>
  `(?<![\\p{L}\\p{N}])(?:${sources(lists)})(?![\\p{L}\\p{M}])`

/** Beginnings of words. */
export const asPrefixes = (lists: WordLists) => `(?<![\\p{L}\\p{N}])(?:${sources(lists)})`

/** Words of scripts without spaces. */
export const anywhere = (lists: WordLists) => `(?:${sources(lists)})`

/** The longest first: of two words that fit, a regular expression takes the first. */
function sources(lists: WordLists): string {
  const words = Object.values(lists).flatMap((list) => list.split(','))
  const distinct = [...new Set(words.map((word) => word.replaceAll(/\s+/g, ' ').trim()))]
  return distinct
    .filter((word) => word !== '')
    .toSorted((one, other) => other.length - one.length)
    .map(source)
    .join('|')
}

function source(word: string): string {
  const escaped = word.replaceAll(/[.?()[\]{}|^$+/\\]/g, '\\$&')
  return escaped
    .replace(/^-/, '[\\p{L}-]{0,40}?')
    .replaceAll('*', '\\p{L}*')
    .replaceAll(' ', '\\s{1,3}')
    .replaceAll(/['’]/g, "['’]")
}
