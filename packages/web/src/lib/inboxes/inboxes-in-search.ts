import { tagKey } from '@mailstop/contract'

/** A phrase, in which nothing is a condition, or the condition `in:` with the name of an inbox. */
const phraseOrInbox = /(?:^|[\s(-])in:(?:"([^"]+)"|([^\s()"]+))|"[^"]*"/gi

/** The inboxes that a search names (`docs/search.md`), as they are written. */
export function inboxesInSearch(search: string): string[] {
  return [...search.matchAll(phraseOrInbox)].flatMap(([, phrase, word]) => phrase ?? word ?? [])
}

/** Returns each name once that no inbox of the team has. */
export function missingInboxes(
  searches: readonly string[],
  inboxes: readonly { name: string }[],
): string[] {
  const known = new Set(inboxes.map(({ name }) => tagKey(name)))
  const named = searches.flatMap(inboxesInSearch).map((name) => [tagKey(name), name] as const)
  return [...new Map(named.filter(([key]) => !known.has(key))).values()]
}
