import type { GuardDemand } from '@mailstop/contract'
import type { GuardRow } from '../../../db/schema.ts'
import type { Sql } from '../../../db/database.ts'
import type { MailSearch } from '../find/mail-condition.ts'
import { withInboxes } from '../find/named-inboxes.ts'
import { selectMails } from '../find/mail-selection.ts'
import type { Guard } from './guard-rules.ts'

/** Reads the searches of a guard, or says what is wrong with them. */
export function readGuard(
  { id, name, demand: written, except }: Pick<GuardRow, 'id' | 'name' | 'demand' | 'except'>,
  now: number,
): { guard: Guard; problems?: undefined } | { guard: null; problems: Record<string, string[]> } {
  const demand = JSON.parse(written) as GuardDemand
  const problems: Record<string, string[]> = {}
  const read = (field: string, q: string | null) => {
    if (q === null) return null
    const selection = selectMails({ filter: 'all', q }, now)
    if (!('problems' in selection)) return selection.search
    problems[field] = selection.problems.q ?? []
    return null
  }
  const search = read('demand.search', 'search' in demand ? demand.search : null)
  const must = read('demand.must', 'must' in demand ? demand.must : null)
  const guard = { id, name, demand, search, must, except: read('except', except) }
  return Object.keys(problems).length > 0 ? { guard: null, problems } : { guard }
}

/** The same guard, with ids in the place of the names of inboxes. */
export async function withInboxesOf(store: Sql, teamId: number, guard: Guard): Promise<Guard> {
  const known = async (search: MailSearch | null) => search && withInboxes(store, teamId, search)
  const { search, must, except } = guard
  return {
    ...guard,
    search: await known(search),
    must: await known(must),
    except: await known(except),
  }
}
