import type { MailSearch } from './mail-condition.ts'
import { facts, olderFacts, type Facts } from './words/mail-facts.ts'

/** Facts next to each other, in each form that mail of this store may have; the last one may be the beginning of one. */
export function factSearch(spell: (facts: Facts) => string[], prefix = false): MailSearch {
  const [words, older] = [spell(facts), spell(olderFacts)]
  return { kind: 'words', words: { words, older, prefix, field: 'facts' } }
}
