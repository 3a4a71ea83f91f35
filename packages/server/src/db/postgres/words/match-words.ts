import type { WordQuery } from '../../word-query.ts'

/** Whether the words of one mail are as the query asks. In `words` each word stands between two spaces. */
export function matchesWords(query: WordQuery, words: string): boolean {
  switch (query.kind) {
    case 'words':
      return query.marks.some((mark) => hasPhrase(words, query.words, mark, query.prefix))
    case 'not':
      return !matchesWords(query.part, words)
    case 'all':
      return query.parts.every((part) => matchesWords(part, words))
    case 'any':
      return query.parts.some((part) => matchesWords(part, words))
  }
}

function hasPhrase(text: string, words: string[], mark: string, isBeginning: boolean): boolean {
  const phrase = words.map((word) => ` ${mark}${word}`).join('')
  if (!isBeginning) return text.includes(`${phrase} `)
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    // Else the letter is the mark of a field.
    if (text[at + phrase.length] !== '/') return true
  }
  return false
}
