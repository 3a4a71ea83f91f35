import type { MailSearch } from './mail-condition.ts'

/** Facts next to each other; the last one may be the beginning of one. */
export const factSearch = (words: string[], prefix = false): MailSearch => ({
  kind: 'words',
  words: { words, prefix, field: 'facts' },
})
