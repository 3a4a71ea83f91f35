import { isLike } from '../../../words/like-pattern.ts'
import type { WordQuery } from '../../../words/word-query.ts'

/** Whether the words of one mail are as the query asks. In `words` each word stands between two spaces. */
export function matchesWords(query: WordQuery, words: string): boolean {
  switch (query.kind) {
    case 'words':
      // In most mails the word is not there at all: that is quicker to see than that it is in no field.
      return (
        words.includes(query.words[0] ?? '') &&
        query.marks.some((mark) => hasPhrase(words, query.words, mark, query.prefix))
      )
    case 'like':
      return hasWordLike(words, query.pieces)
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

function hasWordLike(text: string, pieces: string[]): boolean {
  const beginning = ` ${pieces[0] ?? ''}`
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
    const word = text.slice(at + 1, text.indexOf(' ', at + 1))
    if (!word.includes('/') && isLike(word, pieces)) return true
  }
  return false
}
