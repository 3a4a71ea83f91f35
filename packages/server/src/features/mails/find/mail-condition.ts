import type { SearchField } from '../../../db/words/search-index.ts'
import type { Marker } from '../rows/mail-marker.ts'
import { facts, wordList } from './words/mail-facts.ts'
import { mayBegin, searchWords } from '../../../db/words/search-words.ts'

/**
 * Words next to each other in one field; the last one may be the beginning of a word. Without a
 * field, in any of the texts. Words come normalised, none empty.
 */
export type Words = {
  words: string[]
  prefix: boolean
  field?: SearchField
}

/** The words as a text in which each stands between two spaces has them. */
export const writtenWords = ({ words, prefix }: Words): string =>
  ` ${words.join(' ')}${prefix ? '' : ' '}`

/** Whether the row of a mail has the words of the field as the index has them (`wordsOfRow`). */
const isInRow = ({ field }: Words): boolean => field === 'sender' || field === 'subject'

type Joined<Leaf> =
  | Leaf
  | { kind: 'all' | 'any'; parts: Joined<Leaf>[] }
  | { kind: 'not'; part: Joined<Leaf> }

type OfWords = { kind: 'words'; words: Words }

/** What the words of a mail must be like. */
export type WordSearch = Joined<OfWords>

type OfRow = { kind: 'row'; test: RowTest }

/** A condition on the words of a mail and on its row. */
export type MailSearch = Joined<OfWords | OfRow>

/**
 * Columns and lists of a mail's row: the subject, or names and addresses. Bcc has only recipients of the envelope
 * that are named nowhere else.
 */
export type MailPart = 'from' | 'to' | 'cc' | 'bcc' | 'reply_to' | 'envelope_from' | 'subject'

export type RowTest =
  | { is: 'unread' | 'flagged' }
  /** `dated_at` is less than 0 for a mail without a Date header. */
  | { column: 'size' | 'received_at' | 'dated_at'; atLeast: number }
  /** Lower case. */
  | { tag: string }
  | { is: 'tagged' }
  /** The name of an inbox in lower case. `named-inboxes.ts` makes ids of it before mail is looked at. */
  | { inboxNamed: string }
  /** Ids of inboxes. */
  | { inboxes: number[] }
  /** As `mail-marks.ts` writes it. */
  | { mark: string }
  /** ASCII in lower case, as the part of the mail is compared. Not empty. */
  | { within: MailPart; text: string }
  /** A pattern of LIKE with `\` as its escape, for comparable addresses. */
  | { address: 'sender' | 'recipient'; like: string }
  | { arrivedAfter: Marker }

/** The conditions that a search joins, in their order, also those that are denied. */
export function leavesOf(search: MailSearch): (OfWords | OfRow)[] {
  if (search.kind === 'not') return leavesOf(search.part)
  return 'parts' in search ? search.parts.flatMap(leavesOf) : [search]
}

/** The same search with other conditions in the place of these. */
export function withLeaves(
  search: MailSearch,
  change: (leaf: OfWords | OfRow) => MailSearch,
): MailSearch {
  if (search.kind === 'words' || search.kind === 'row') return change(search)
  if (search.kind === 'not') return not(withLeaves(search.part, change))
  return { kind: search.kind, parts: search.parts.map((part) => withLeaves(part, change)) }
}

export const hasTest = (search: MailSearch, is: (test: RowTest) => boolean): boolean =>
  leavesOf(search).some((leaf) => leaf.kind === 'row' && is(leaf.test))

/** Marks, also those of programs, and tags are all of a mail that changes. */
export const asksForWhatChanges = (search: MailSearch): boolean =>
  hasTest(search, (test) => ['is', 'tag', 'mark'].some((name) => name in test))

/** How many words and tests a search has; a long phrase takes as long as its words. Each piece of a pattern is looked for in all addresses. */
export function termsOf(search: MailSearch): number {
  const terms = leavesOf(search).map((leaf) => {
    if (leaf.kind === 'words') return leaf.words.words.length
    return 'like' in leaf.test ? 2 * leaf.test.like.split('%').length : 1
  })
  return terms.reduce((sum, own) => sum + own, 0)
}

export const row = (test: RowTest): MailSearch => ({ kind: 'row', test })
export const isUnread = row({ is: 'unread' })
export const isFlagged = row({ is: 'flagged' })
export const not = (part: MailSearch): MailSearch => ({ kind: 'not', part })

/** One that is null asks for nothing; null when all do. */
export function joined(
  kind: 'all' | 'any',
  searches: readonly (MailSearch | null)[],
): MailSearch | null {
  const parts = searches.filter((search) => search !== null)
  return parts.length > 1 ? { kind, parts } : (parts[0] ?? null)
}

/** What all mail meets that a request reaches (`inboxOf`). */
export const inReach = (inbox: number | null): MailSearch | null =>
  inbox === null ? null : row({ inboxes: [inbox] })

/** The conditions that all have to be met; null asks for nothing. */
export function conditionsOf(search: MailSearch | null): MailSearch[] {
  if (search === null) return []
  return search.kind === 'all' ? search.parts.flatMap(conditionsOf) : [search]
}

/**
 * The same search with `not` before words or rows alone. Where words are looked up before rows, mail that comes in
 * between has no words: it must not meet the opposite of a condition for the want of them.
 */
export function withNotInside(search: MailSearch, isNot = false): MailSearch {
  if (search.kind === 'row' || isAboutWords(search)) return isNot ? not(search) : search
  if (search.kind === 'not') return withNotInside(search.part, !isNot)
  const opposite = search.kind === 'all' ? 'any' : 'all'
  const parts = search.parts.map((part) => withNotInside(part, isNot))
  return { kind: isNot ? opposite : search.kind, parts }
}

export const asksForWords = (search: MailSearch): boolean =>
  leavesOf(search).some(({ kind }) => kind === 'words')
export const isAboutWords = (search: MailSearch): search is WordSearch =>
  leavesOf(search).every(({ kind }) => kind === 'words')
/** Whether it asks for nothing but words, which the row of a mail has. */
export const isAboutWordsOfRow = (search: MailSearch): boolean =>
  leavesOf(search).every((leaf) => leaf.kind === 'words' && isInRow(leaf.words))

/** What one question to the index of words can answer, and what is left. */
export function wordsAndOthers(search: MailSearch) {
  const parts = conditionsOf(search)
  const words = parts.filter(isAboutWords)
  const others = parts.filter((part) => !words.includes(part as WordSearch))
  const together: WordSearch | null = words.length === 0 ? null : { kind: 'all', parts: words }
  return { words: together, others }
}

/** Facts next to each other; the last one may be the beginning of one. */
export const factSearch = (words: string[], prefix = false): WordSearch => ({
  kind: 'words',
  words: { words, prefix, field: 'facts' },
})

/** `phrase`: the last word is whole. Without a field, any of the texts may have the words. */
type AskedText = { field?: SearchField | undefined; phrase?: boolean }

/** The words of a text next to each other. Null: there are none. */
export function textSearch(
  text: string,
  { field, phrase = false }: AskedText = {},
): MailSearch | null {
  return ofWords(text, phrase, (words, prefix) => ({
    kind: 'words',
    words: { words, prefix, ...(field && { field }) },
  }))
}

/** The same, of words that are facts. */
export const factTextSearch = (
  text: string,
  spell: (words: string[]) => string[],
  phrase = false,
): MailSearch | null => ofWords(text, phrase, (words, prefix) => factSearch(spell(words), prefix))

/** The same, in a field of the header. */
export const headerSearch = (name: string, text: string, phrase = false) =>
  factTextSearch(text, (words) => facts.headerWords(name, words.join(' ')), phrase)

function ofWords(
  text: string,
  phrase: boolean,
  search: (words: string[], prefix: boolean) => MailSearch,
): MailSearch | null {
  const words = wordList(searchWords(text))
  return words.length === 0 ? null : search(words, !phrase && mayBegin(words))
}
