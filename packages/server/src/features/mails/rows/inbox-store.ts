import { sql, type RawBuilder } from 'kysely'
import type { CountedInbox } from '@mailstop/contract'
import type { Sql } from '../../../db/database.ts'
import type { TeamTagRow } from '../../../db/schema.ts'
import { readCounters } from './mail-count-store.ts'
import { firstInbox } from '../../../lib/first-inbox.ts'

/** The key that counts an inbox, of the id that an expression of SQL is. */
export const inboxKeyOf = (id: string): RawBuilder<string> =>
  sql<string>`':' || cast(${sql.ref(id)} as text)`

/** Which inboxes have these names, in lower case: the living one or, where all have ended, these. */
export async function idsOfInboxNames(
  store: Sql,
  teamId: number,
  keys: readonly string[],
): Promise<Map<string, number[]>> {
  const rows = await store
    .selectFrom('inboxes')
    .select(['id', 'name_key', 'ended_at'])
    .where('team_id', '=', teamId)
    .where('name_key', 'in', keys)
    .execute()
  const byKey = Map.groupBy(rows, (row) => row.name_key)
  return new Map(
    [...byKey].map(([key, those]) => {
      const living = those.filter((row) => row.ended_at === null)
      return [key, (living.length > 0 ? living : those).map(({ id }) => id)]
    }),
  )
}

/** All that a team has mail of, also those that have ended. */
export async function idsOfInboxes(store: Sql, teamId: number): Promise<number[]> {
  const rows = await store
    .selectFrom('inboxes')
    .select('id')
    .where('team_id', '=', teamId)
    .execute()
  return rows.map(({ id }) => id)
}

/** The names of inboxes of a team, also of those that have ended; empty where there is only the first one. */
export async function namesOfInboxes(
  store: Sql,
  teamId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const newest = store
    .selectFrom('inboxes')
    .select((row) => row.fn.max('id').as('id'))
    .where('team_id', '=', teamId)
  const rows = await store
    .selectFrom('inboxes')
    .select(['id', 'name'])
    .where('team_id', '=', teamId)
    .where((row) => row.or([row('id', 'in', [...new Set(ids)]), row('id', '=', newest)]))
    .execute()
  const isOne = rows.every(({ id }) => id === firstInbox)
  return new Map(isOne ? [] : rows.map(({ id, name }) => [id, name]))
}

/** What inboxes keep for less long than their teams. */
export const inboxesWithRetention = (store: Sql) =>
  store
    .selectFrom('inboxes')
    .select(['team_id', 'id', 'retention_days', 'retention_mails'])
    .where((row) =>
      row.or([row('retention_days', 'is not', null), row('retention_mails', 'is not', null)]),
    )
    .execute()

export type InboxCount = Pick<TeamTagRow, 'total' | 'unread'>

/** How much mail each inbox has. */
export async function inboxCounts(store: Sql, teamId: number): Promise<Map<number, InboxCount>> {
  const [rows, { total, unread }] = await Promise.all([
    // Not by the range of their keys, which not every collation of Postgres sorts alike.
    store
      .selectFrom('inboxes')
      .innerJoin('team_tags', (join) =>
        join
          .onRef('team_tags.team_id', '=', 'inboxes.team_id')
          .on('team_tags.key', '=', inboxKeyOf('inboxes.id')),
      )
      .select(['inboxes.id', 'total', 'unread'])
      .where('inboxes.team_id', '=', teamId)
      .execute(),
    readCounters(store, teamId),
  ])
  const first = { total, unread }
  const counts = new Map<number, InboxCount>([[firstInbox, first]])
  for (const { id, ...count } of rows) {
    counts.set(id, count)
    first.total -= count.total
    first.unread -= count.unread
  }
  return counts
}

/** How much mail is in some inboxes, and how much of it is flagged; only flagged mail is gone through. */
export async function countInboxes(
  store: Sql,
  teamId: number,
  ids: readonly number[],
): Promise<{ total: number; flagged: number }> {
  if (ids.length === 0) return { total: 0, flagged: 0 }
  const [counts, { flagged }] = await Promise.all([
    inboxCounts(store, teamId),
    store
      .selectFrom('mails')
      .where('team_id', '=', teamId)
      .where('flagged_at', 'is not', null)
      .where('trashed_at', 'is', null)
      .where(sql<number>`+inbox_id`, 'in', ids)
      .select((mails) => mails.fn.countAll<number | string>().as('flagged'))
      .executeTakeFirstOrThrow(),
  ])
  const total = ids.reduce((sum, id) => sum + (counts.get(id)?.total ?? 0), 0)
  return { total, flagged: Number(flagged) }
}

/** Lists them in their order. Empty where there is only the first one. */
export async function countedInboxes(store: Sql, teamId: number): Promise<CountedInbox[]> {
  const rows = await store
    .selectFrom('inboxes')
    .select(['id', 'name', 'archived_at'])
    .where('team_id', '=', teamId)
    .where('ended_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  if (rows.length < 2) return []
  const counts = await inboxCounts(store, teamId)
  return rows.map(({ id, name, archived_at }) => {
    const { total, unread } = counts.get(id) ?? { total: 0, unread: 0 }
    return { id, name, total, unread, archived: archived_at !== null }
  })
}
