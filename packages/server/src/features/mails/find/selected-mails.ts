import { keepsToInbox, type TeamRequest } from '../../../actor.ts'
import { invalid } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { countFlagged, readCounters } from '../rows/mail-count-store.ts'
import { countInboxes } from '../rows/inbox-store.ts'
import { always, versionOf, type UnlessKnown } from '../rows/mail-rules.ts'
import { createMailAddresses } from './mail-addresses.ts'
import type { MailSearch } from './mail-condition.ts'
import {
  movesWithTime,
  queryKey,
  requireKnown,
  requireReached,
  requireSelection,
  selectInTeam,
  selected,
  type MailQuery,
} from './mail-selection.ts'
import { inboxesOf, withInboxes } from './named-inboxes.ts'
import { searchMails } from './search-store.ts'

type Named = { ids?: number[] | undefined; query: MailQuery; all?: 'true' | undefined }

const idsAtOnce = 5_000

type SelectedDeps = Pick<FeatureDeps, 'db' | 'now'> & { permit: Permit }

export function createSelectedMails(deps: SelectedDeps) {
  const { db, permit, now } = deps

  /** The ids of all mail that a query selects now, the oldest first. */
  async function matching(request: TeamRequest<'read_mail'>, query: MailQuery): Promise<number[]> {
    await permit(db.sql, request, keepsToInbox)
    const ids: number[] = []
    const selection = await selectInTeam(db.sql, request, query, now())
    for await (const found of idsThatMeet(request.teamId, selected(selection))) {
      for (const id of found) ids.push(id)
    }
    return ids.toReversed()
  }

  /** How many mails a query selects, however many that is, and how many of them are flagged. */
  async function count(
    request: TeamRequest<'read_mail'>,
    query: MailQuery,
    unlessKnown: UnlessKnown = always,
  ) {
    const { teamId } = request
    const [counters] = await Promise.all([
      readCounters(db.sql, teamId),
      permit(db.sql, request, keepsToInbox),
    ])
    const parts = selected(await requireReached(db.sql, request, query, now()))
    if (query.after) requireKnown(query.after, counters)
    if (!movesWithTime(query)) unlessKnown(versionOf(counters.revision))
    if (parts.length === 0) {
      const { total, flagged } = counters
      return { total, flagged }
    }
    const [only, ...others] = parts
    if (only && others.length === 0) {
      const named = await withInboxes(db.sql, teamId, only)
      const ids = inboxesOf(named)
      if (ids) return countInboxes(db.longReads, teamId, ids)
    }
    const counts = { total: 0, flagged: 0 }
    for await (const found of idsThatMeet(teamId, parts)) {
      counts.total += found.length
      counts.flagged += await countFlagged(db.longReads, found)
    }
    return counts
  }

  /**
   * Refuses to take an empty query for all mail, since a program may fill it in from an unset variable. A call for
   * all mail says so, and selects nothing else.
   */
  function requireNamed({ ids, query, all }: Named): void {
    const selects = selected(requireSelection(query, now())).length > 0
    if (all && (ids || selects)) throw invalid({ all: ['Pass all alone'] })
    if (!ids && !selects && !all) throw invalid({ all: ['Pass ids, a selection, or all=true'] })
  }

  /** The ids of all mail that meets all conditions, some at a time, newest first. */
  async function* idsThatMeet(teamId: number, parts: MailSearch[]): AsyncGenerator<number[]> {
    const scope = { ...db, sql: db.longReads, teamId }
    let below: number | undefined
    for (;;) {
      const page = { limit: idsAtOnce, ...(below !== undefined && { below }) }
      const found = await searchMails(scope, { kind: 'all', parts }, page)
      yield found
      if (found.length < idsAtOnce) return
      below = found.at(-1)
    }
  }

  return { matching, count, requireNamed, queryKey, suggestAddresses: createMailAddresses(deps) }
}
