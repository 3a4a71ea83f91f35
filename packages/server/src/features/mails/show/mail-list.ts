import { limits, type MailPageMeta, type MailSummary, type PageMeta } from '@mailstop/contract'
import { keepsToInbox, type TeamRequest } from '../../../actor.ts'
import { invalid } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { conditionsOf, isUnread, type MailSearch } from '../find/mail-condition.ts'
import {
  movesWithTime,
  requireKnown,
  requireReached,
  type MailQuery,
} from '../find/mail-selection.ts'
import { looksAtFewRows } from '../find/search-lead.ts'
import { countFound, searchMails } from '../find/search-store.ts'
import { readCounters, type TeamCounts } from '../rows/mail-count-store.ts'
import { encodeMarker, markerOf } from '../rows/mail-marker.ts'
import {
  always,
  isDeep,
  isWindow,
  pageMeta,
  pageRequest,
  versionOf,
  type PageRequest,
  type Total,
  type UnlessKnown,
} from '../rows/mail-rules.ts'
import { findMails, listMails } from '../rows/mail-store.ts'
import { summariesOf } from './given-later.ts'
import { readPageAround } from './page-around-mail.ts'

type ListQuery = MailQuery & {
  page?: number | undefined
  cursor?: string | undefined
  around?: number | undefined
  per_page?: number | undefined
}

type ListDeps = Pick<FeatureDeps, 'db' | 'now'> & { permit: Permit }

export function createMailList({ db, permit, now }: ListDeps) {
  async function list(
    request: TeamRequest<'read_mail'>,
    query: ListQuery,
    unlessKnown: UnlessKnown = always,
  ): Promise<{ data: MailSummary[]; meta: MailPageMeta }> {
    const { teamId } = request
    const [counters] = await Promise.all([
      readCounters(db.sql, teamId),
      permit(db.sql, request, keepsToInbox),
    ])
    const page = pageRequest(query)
    if (page === null) throw invalid({ cursor: ['field is not valid'] })
    const { search, unread } = await requireReached(db.sql, request, query, now())
    if (query.after) requireKnown(query.after, counters)
    if (!movesWithTime(query)) unlessKnown(versionOf(counters.revision))
    const marker = encodeMarker(markerOf(counters.revision))
    const total = { count: unread ? counters.unread : counters.total, isExact: true }
    if (isWindow(page)) {
      if (search !== null) throw invalid({ around: ['Pass around without a search'] })
      const read = () => readPageAround(db, teamId, unread, page, total)
      const { rows, meta } = await db.searches.within(1, read)
      return { data: await summariesOf(db.sql, rows), meta: { ...meta, marker } }
    }
    if (search !== null) {
      const { data, meta } = await find(
        teamId,
        unread ? onlyUnread(search) : search,
        page,
        counters,
      )
      return { data, meta: { ...meta, marker } }
    }
    const read = (of: TeamCounts) =>
      listMails(db.sql, teamId, unread, page, unread ? of.unread : of.total)
    // It may wait for its share, and mail may be deleted meanwhile.
    const readDeep = async () => read(await readCounters(db.sql, teamId))
    const rows = await (isDeep(page) ? db.searches.within(1, readDeep) : read(counters))
    const ids = rows.map((row) => row.id)
    return {
      data: await summariesOf(db.sql, rows.slice(0, page.perPage)),
      meta: { ...pageMeta(page, ids, total), marker },
    }
  }

  async function find(
    teamId: number,
    search: MailSearch,
    request: PageRequest,
    counters: TeamCounts,
  ): Promise<{ data: MailSummary[]; meta: PageMeta }> {
    const { start, perPage } = request
    const scope = { ...db, teamId }
    const fewRows = looksAtFewRows(search, counters)
    const below = start.by === 'cursor' ? start.beforeId : undefined
    const offset = start.by === 'page' ? (start.page - 1) * perPage : 0
    const limit = limits.matchesCounted + 1
    // Where the page is among what is counted, or each row is asked about, both are one search.
    const isOne = fewRows || (below === undefined && offset + perPage < limit)
    const all = isOne ? await searchMails(scope, search, { limit, fewRows }) : null
    const [ids, count] = all
      ? [
          all.filter((id) => id < (below ?? Infinity)).slice(offset, offset + perPage + 1),
          all.length,
        ]
      : await Promise.all([
          searchMails(scope, search, { offset, limit: perPage + 1, ...(below && { below }) }),
          countFound(scope, search, { limit }),
        ])
    const total: Total = { count: Math.min(count, limit - 1), isExact: count < limit }
    // Some mails may be gone since they were found: the page is shorter then, and the next one follows.
    const rows = await findMails(db.sql, teamId, ids.slice(0, perPage))
    return { data: await summariesOf(db.sql, rows), meta: pageMeta(request, ids, total) }
  }

  return list
}

const onlyUnread = (search: MailSearch): MailSearch => ({
  kind: 'all',
  parts: [...conditionsOf(search), isUnread],
})
