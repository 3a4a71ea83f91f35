import { piecesOf } from '../../../../db/words/like-pattern.ts'
import type { WordQuery } from '../../../../db/words/word-query.ts'
import { fieldMarks, textMarks } from '../../../../db/words/word-list.ts'
import {
  isAboutWords,
  type MailSearch,
  type RowTest,
  type Words,
  type WordSearch,
} from '../mail-condition.ts'
import { facts } from './mail-facts.ts'

// What a search asks of words on Postgres. Pure.

/** The marks of the fields that are asked for: a phrase is in one of them. */
const marksOf = ({ field }: Words): readonly string[] =>
  field === undefined ? textMarks : [fieldMarks[field]]

/** `rows`: conditions that are met as well. What they say about words leaves fewer mails to look at. */
export function combinedWordQuery(
  search: WordSearch | null,
  rows: readonly MailSearch[],
): WordQuery | null {
  const more = rows.flatMap((row) => (row.kind === 'row' ? (addressQuery(row.test) ?? []) : []))
  if (search === null && more.length === 0) return null
  return { kind: 'all', parts: [...(search === null ? [] : [wordQuery(search)]), ...more] }
}

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

/** What all mail of an address has that is like a pattern, and other mail hardly ever. */
function addressQuery(test: RowTest): WordQuery | null {
  if (!('address' in test)) return null
  const spelled = test.address === 'sender' ? facts.sender : facts.recipient
  const pieces = piecesOf(test.like).map(spelled)
  return { kind: 'like', pieces: pieces.map((piece, at) => (at === 0 ? piece : piece.slice(1))) }
}

/** The parts that ask for words alone, each as large as it is. */
export function wordParts(search: MailSearch): WordSearch[] {
  if (isAboutWords(search)) return [search]
  if (search.kind === 'row') return []
  return search.kind === 'not' ? wordParts(search.part) : search.parts.flatMap(wordParts)
}
