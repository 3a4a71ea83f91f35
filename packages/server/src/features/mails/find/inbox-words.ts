import { firstInbox } from '../../../lib/first-inbox.ts'
import type { MailSearch, WordSearch } from './mail-condition.ts'
import { factSearch } from './text-search.ts'
import { facts } from './words/mail-facts.ts'

/** A search for any of more words takes longer than looking at the rows. */
const mostInboxes = 100

/** What the words of all mail are like that is in some inboxes; null where these have no words, as the first one has none. Pure. */
export function inboxWords(teamId: number, part: MailSearch): WordSearch | null {
  if (part.kind !== 'row' || !('inboxes' in part.test)) return null
  const { inboxes } = part.test
  const haveWords = inboxes.length > 0 && !inboxes.includes(firstInbox)
  if (!haveWords || inboxes.length > mostInboxes) return null
  return { kind: 'any', parts: inboxes.map((id) => factSearch([facts.inbox(teamId, id)])) }
}

/**
 * The same question with the inboxes that the rest of the search asks for, so that the index returns mail of theirs alone. The
 * rows are still asked: who reaches one inbox depends on no index.
 */
export function withInboxWords(
  teamId: number,
  words: WordSearch | null,
  others: readonly MailSearch[],
): WordSearch | null {
  const more = others.flatMap((part) => inboxWords(teamId, part) ?? [])
  return words === null || more.length === 0 ? words : { kind: 'all', parts: [words, ...more] }
}
