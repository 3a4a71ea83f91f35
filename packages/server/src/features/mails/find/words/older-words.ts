import type { MailSearch, WordSearch } from '../mail-condition.ts'

/** The same, asked of mail whose words have the older form too. No word of one form is in mail of the other. */
export function withOlderWords(search: WordSearch): WordSearch
export function withOlderWords(search: MailSearch): MailSearch
export function withOlderWords(search: MailSearch): MailSearch {
  switch (search.kind) {
    case 'words': {
      const { older, ...words } = search.words
      if (older === undefined) return search
      const forms = [words.words, older]
      return {
        kind: 'any',
        parts: forms.map((form) => ({ kind: 'words', words: { ...words, words: form } })),
      }
    }
    case 'row':
      return search
    case 'not':
      return { kind: 'not', part: withOlderWords(search.part) }
    case 'all':
    case 'any':
      return { kind: search.kind, parts: search.parts.map((part) => withOlderWords(part)) }
  }
}
