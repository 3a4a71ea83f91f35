import type { TeamRequest } from '../../actor.ts'
import { conditionsOf, isUnread } from './search/mail-condition.ts'
import { searchMails } from './search/search-store.ts'
import type { ChangeDeps } from './mail-changes.ts'
import { requireSelection } from './mail-search-refusal.ts'
import type { MailQuery } from './mail-selection.ts'

const idsAtOnce = 5_000

/** The ids of all mail that a query selects now, the oldest first. */
export function createMailMatches({ db, permit, now }: ChangeDeps) {
  return async function matching(
    request: TeamRequest<'read_mail'>,
    query: MailQuery,
  ): Promise<number[]> {
    await permit(db.sql, request)
    const { search, unread } = requireSelection(query, now())
    const parts = [...conditionsOf(search), ...(unread ? [isUnread] : [])]
    const scope = { ...db, sql: db.longReads, teamId: request.teamId }
    const ids: number[] = []
    for (;;) {
      const below = ids.at(-1)
      const page = { limit: idsAtOnce, ...(below !== undefined && { below }) }
      const found = await searchMails(scope, { kind: 'all', parts }, page)
      for (const id of found) ids.push(id)
      if (found.length < idsAtOnce) return ids.toReversed()
    }
  }
}
