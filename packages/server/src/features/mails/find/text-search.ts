import type { SearchField } from '../../../db/words/search-index.ts'
import type { MailSearch, WordSearch } from './mail-condition.ts'
import { facts, wordList } from './words/mail-facts.ts'
import { mayBegin, searchWords } from './words/search-words.ts'

/** Facts next to each other; the last one may be the beginning of one. */
export const factSearch = (words: string[], prefix = false): WordSearch => ({
  kind: 'words',
  words: { words, prefix, field: 'facts' },
})

/** `phrase`: the last word is whole. Without a field, any of the texts may have the words. */
type Asked = { field?: SearchField | undefined; phrase?: boolean }

/** The words of a text next to each other. Null: there are none. */
export function textSearch(text: string, { field, phrase = false }: Asked = {}): MailSearch | null {
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
