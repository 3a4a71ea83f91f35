import { tagKey } from '@mailstop/contract'
import { inboxOf, type TeamRequest } from '../../../actor.ts'
import type { Sql } from '../../../db/database.ts'
import { invalid } from '../../../errors.ts'
import { idsOfInboxes, idsOfInboxNames } from '../rows/inbox-store.ts'
import { conditionsOf, hasTest, row, withLeaves, type MailSearch } from './mail-condition.ts'

/** Puts ids in the place of the names of inboxes. A name that no inbox has stands for no mail. */
export async function withInboxes(
  store: Sql,
  teamId: number,
  search: MailSearch,
): Promise<MailSearch> {
  const keys = new Set<string>()
  hasTest(search, (test) => ('inboxNamed' in test && keys.add(test.inboxNamed), false))
  if (keys.size === 0) return search
  return named(search, await idsOfInboxNames(store, teamId, [...keys]))
}

/**
 * The same search with all other inboxes in the place of "not in these", where mail is found by what it has. It asks for no mail
 * of an inbox that is made later.
 */
export async function withOtherInboxes(
  store: Sql,
  teamId: number,
  search: MailSearch,
): Promise<MailSearch> {
  const parts = conditionsOf(search)
  if (!parts.some(deniedInboxes)) return search
  const all = await idsOfInboxes(store, teamId)
  const others = (ids: readonly number[]) => all.filter((id) => !ids.includes(id))
  return {
    kind: 'all',
    parts: parts.map((part) => {
      const denied = deniedInboxes(part)
      return denied ? { kind: 'row', test: { inboxes: others(denied) } } : part
    }),
  }
}

const deniedInboxes = (part: MailSearch) => part.kind === 'not' && inboxesOf(part.part)

/** The inboxes whose mail a search asks for, if it asks for nothing else. */
export const inboxesOf = (search: MailSearch): number[] | null =>
  search.kind === 'row' && 'inboxes' in search.test ? search.test.inboxes : null

/** The inbox of a name; a typing error, which would find nothing, is refused, and so is an inbox that is not reached. */
export async function requireInboxNamed(
  store: Sql,
  request: TeamRequest,
  name: string,
): Promise<MailSearch> {
  const key = tagKey(name)
  const inboxes = (await idsOfInboxNames(store, request.teamId, [key])).get(key) ?? []
  const only = inboxOf(request)
  if (!inboxes.some((id) => only === null || id === only)) {
    throw invalid({ inbox: ['This team has no inbox of that name'] })
  }
  return { kind: 'row', test: { inboxes } }
}

const named = (search: MailSearch, ids: ReadonlyMap<string, number[]>): MailSearch =>
  withLeaves(search, (leaf) =>
    leaf.kind === 'row' && 'inboxNamed' in leaf.test
      ? row({ inboxes: ids.get(leaf.test.inboxNamed) ?? [] })
      : leaf,
  )
