import type { SearchField } from '../../../db/words/search-index.ts'
import { factSearch } from './fact-search.ts'
import type { MailSearch } from './mail-condition.ts'
import type { Facts } from './words/mail-facts.ts'
import { mayBegin, wordForms } from './words/words.ts'

/** `phrase`: the last word is whole. Without a field, any of the texts may have the words. */
type Asked = { field?: SearchField | undefined; phrase?: boolean }

/** The words of a text next to each other, in each form that mail of this store may have. Null: there are none. */
export function textSearch(text: string, { field, phrase = false }: Asked = {}): MailSearch | null {
  return inEachForm(text, phrase, (words, prefix) => ({
    kind: 'words',
    words: { words, prefix, ...(field && { field }) },
  }))
}

/** The same, of words that are facts. */
export function factTextSearch(
  text: string,
  spell: (facts: Facts, words: string[]) => string[],
  phrase = false,
): MailSearch | null {
  return inEachForm(text, phrase, (words, prefix) =>
    factSearch((facts) => spell(facts, words), prefix),
  )
}

/** The same, in a field of the header. */
export const headerSearch = (name: string, text: string, phrase = false) =>
  factTextSearch(text, (facts, words) => facts.headerWords(name, words.join(' ')), phrase)

function inEachForm(
  text: string,
  phrase: boolean,
  search: (words: string[], prefix: boolean) => MailSearch,
): MailSearch | null {
  const parts = wordForms(text).map((words) => search(words, !phrase && mayBegin(words)))
  return parts.length > 1 ? { kind: 'any', parts } : (parts[0] ?? null)
}
