import type { Sql } from '../../../db/database.ts'
import { invalid } from '../../../errors.ts'
import { idsOfInboxNames } from '../rows/inbox-store.ts'
import { hasTest, type MailSearch } from './mail-condition.ts'

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

/** Whether a search asks for an inbox that there is not, or that is not the only one that is reached. */
export const isNowhere = (search: MailSearch, only: number | null): boolean =>
  search.kind === 'row' &&
  'inboxes' in search.test &&
  !search.test.inboxes.some((id) => only === null || id === only)

export const unknownInbox = () => invalid({ inbox: ['This team has no inbox of that name'] })

function named(search: MailSearch, ids: ReadonlyMap<string, number[]>): MailSearch {
  switch (search.kind) {
    case 'words':
      return search
    case 'row':
      return 'inboxNamed' in search.test
        ? { kind: 'row', test: { inboxes: ids.get(search.test.inboxNamed) ?? [] } }
        : search
    case 'not':
      return { kind: 'not', part: named(search.part, ids) }
    case 'all':
    case 'any':
      return { kind: search.kind, parts: search.parts.map((part) => named(part, ids)) }
  }
}
