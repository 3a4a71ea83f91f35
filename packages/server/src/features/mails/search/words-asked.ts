import type { WordQuery } from '../../../db/word-query.ts'
import { fieldMarks, textMarks } from '../../../db/word-list.ts'
import { isAboutWords, type MailSearch, type Words, type WordSearch } from './mail-condition.ts'

// What a search asks of words. Pure.

/** The marks of the fields that are asked for: a phrase is in one of them. */
export const marksOf = ({ field }: Words): readonly string[] =>
  field === undefined ? textMarks : [fieldMarks[field]]

/** As the words of mail are asked on Postgres. */
export function wordQuery(search: WordSearch): WordQuery {
  switch (search.kind) {
    case 'words': {
      const { words, prefix } = search.words
      return { kind: 'words', words, prefix, marks: marksOf(search.words) }
    }
    case 'not':
      return { kind: 'not', part: wordQuery(search.part) }
    case 'all':
    case 'any':
      return { kind: search.kind, parts: search.parts.map(wordQuery) }
  }
}

/** The parts that ask for words alone, each as large as it is. */
export function wordParts(search: MailSearch): WordSearch[] {
  if (isAboutWords(search)) return [search]
  if (search.kind === 'row') return []
  return search.kind === 'not' ? wordParts(search.part) : search.parts.flatMap(wordParts)
}
