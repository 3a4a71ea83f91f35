import type { SearchField } from '../../../db/search-index.ts'

/**
 * Words next to each other in one field; the last one may be the beginning of a word. Without a
 * field, in any of the texts. Words come normalised, none empty.
 */
export type Words = { words: string[]; prefix: boolean; field?: SearchField }

/** What the words of a mail must be like. */
export type WordSearch =
  | { kind: 'words'; words: Words }
  | { kind: 'all'; parts: WordSearch[] }
  | { kind: 'any'; parts: WordSearch[] }
  | { kind: 'not'; part: WordSearch }

/** A condition on the words of a mail and on its row. */
export type MailSearch =
  | { kind: 'words'; words: Words }
  | { kind: 'row'; test: RowTest }
  | { kind: 'all'; parts: MailSearch[] }
  | { kind: 'any'; parts: MailSearch[] }
  | { kind: 'not'; part: MailSearch }

export type RowTest =
  | { is: 'unread' | 'flagged' }
  /** Of a mail without a Date header, `dated_at` is less than 0. */
  | { column: 'size' | 'received_at' | 'dated_at'; atLeast: number }
  /** A pattern of LIKE with `\` as its escape, for comparable addresses. */
  | { address: 'sender' | 'recipient'; like: string }

export const isUnread: MailSearch = { kind: 'row', test: { is: 'unread' } }
export const isFlagged: MailSearch = { kind: 'row', test: { is: 'flagged' } }
export const not = (part: MailSearch): MailSearch => ({ kind: 'not', part })

/** The conditions that all have to be met; null asks for nothing. */
export function conditionsOf(search: MailSearch | null): MailSearch[] {
  if (search === null) return []
  return search.kind === 'all' ? search.parts : [search]
}

export function asksForWords(search: MailSearch): boolean {
  if (search.kind === 'words' || search.kind === 'row') return search.kind === 'words'
  if (search.kind === 'not') return asksForWords(search.part)
  return search.parts.some(asksForWords)
}

export function isAboutWords(search: MailSearch): search is WordSearch {
  if (search.kind === 'words' || search.kind === 'row') return search.kind === 'words'
  if (search.kind === 'not') return isAboutWords(search.part)
  return search.parts.every(isAboutWords)
}

/** What one question to the index of words can answer, and what is left. */
export function wordsAndOthers(search: MailSearch) {
  const parts = conditionsOf(search)
  const words = parts.filter(isAboutWords)
  const others = parts.filter((part) => !words.includes(part as WordSearch))
  const together: WordSearch | null = words.length === 0 ? null : { kind: 'all', parts: words }
  return { words: together, others }
}
