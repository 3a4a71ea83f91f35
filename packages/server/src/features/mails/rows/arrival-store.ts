import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Sql, Tx } from '../../../db/database.ts'
import { dialectOf } from '../../../db/dialects.ts'
import { encodeMarker, type Marker } from './mail-marker.ts'

// The order in which the mail of a team arrived. Deleted mail is in it until it is purged.

export type Arrival = { id: number; marker: Marker }

/** Written for the index, which has the team, the revision and the mail in this order. */
export const arrivedAfter = (teamId: number, { revision, mailId }: Marker): RawBuilder<SqlBool> =>
  sql<SqlBool>`mail_arrivals.team_id = ${teamId}
    and (mail_arrivals.revision, mail_arrivals.mail_id) > (${revision}, ${mailId})`

/** The first arrivals after a marker, in that order. */
export async function listArrivals(
  store: Sql,
  teamId: number,
  after: Marker,
  { limit }: { limit: number },
): Promise<Arrival[]> {
  const rows = await arrivals(store)
    .where(arrivedAfter(teamId, after))
    .orderBy('revision')
    .orderBy('mail_id')
    .limit(limit)
    .execute()
  return rows.map(arrivalOf)
}

/** The mail of the smallest id that arrived after a marker; undefined when none did. Ids and arrivals are not in one order. */
export async function firstIdArrived(
  store: Sql,
  teamId: number,
  after: Marker,
): Promise<number | undefined> {
  const { first } = await store
    .selectFrom('mail_arrivals')
    .select((is) => is.fn.min<number | null>('mail_id').as('first'))
    .where(arrivedAfter(teamId, after))
    .executeTakeFirstOrThrow()
  return first ?? undefined
}

export const arrivedIn = (inbox: number | null) => sql<SqlBool>`exists (
  select 1 from mails where mails.id = mail_arrivals.mail_id and mails.inbox_id = ${inbox})`

/** How many arrivals there are after a marker, in one inbox or all, counted up to a limit. */
export async function countArrivals(
  store: Sql,
  teamId: number,
  after: Marker,
  limit: number,
  inbox: number | null = null,
): Promise<number> {
  const those = arrivals(store)
    .where(arrivedAfter(teamId, after))
    .$if(inbox !== null, (query) => query.where(arrivedIn(inbox)))
  const { count } = await store
    .selectFrom(those.limit(limit).as('first'))
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Where these mails are in the order; mails that are not in it are missing. */
export async function findArrivals(
  store: Sql,
  ids: readonly number[],
): Promise<Map<number, Marker>> {
  if (ids.length === 0) return new Map()
  const rows = await arrivals(store).where('mail_id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.mail_id, arrivalOf(row).marker]))
}

/**
 * The caller checks that the mail is of a team that the actor may read. Null when its place in the order was
 * forgotten.
 */
export async function markerOfMail(store: Sql, mailId: number): Promise<string | null> {
  const place = (await findArrivals(store, [mailId])).get(mailId)
  return place ? encodeMarker(place) : null
}

/**
 * Forgets some arrivals from outside a span of time, the oldest first, and says so in the counters of their
 * teams. Returns how many. Also deletes rows dated in the future (wrong clock).
 */
export async function forgetArrivals(
  tx: Tx,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<number> {
  // Deletes by ids, which grow with time, so that a sweep looks at few rows that are still to stay.
  const first = tx
    .selectFrom('mail_arrivals')
    .select(['mail_id', 'team_id', 'revision', 'at'])
    .orderBy('mail_id')
    .limit(limit)
  const rows = await dialectOf(tx).skipLocked(first).execute()
  const old = rows.filter(({ at }) => at < from || at > to)
  if (old.length === 0) return 0
  const teams = Map.groupBy(old, (row) => row.team_id)
  for (const [teamId, forgotten] of [...teams].toSorted(([a], [b]) => a - b)) {
    const last = Math.max(...forgotten.map(({ revision }) => revision))
    await tx
      .updateTable('team_counters')
      .set({ arrivals_from: last })
      .where('team_id', '=', teamId)
      .where('arrivals_from', '<', last)
      .execute()
  }
  const ids = old.map((row) => row.mail_id)
  await tx.deleteFrom('mail_arrivals').where('mail_id', 'in', ids).execute()
  return old.length
}

const arrivals = (store: Sql) => store.selectFrom('mail_arrivals').select(['mail_id', 'revision'])

const arrivalOf = ({ mail_id, revision }: { mail_id: number; revision: number }): Arrival => ({
  id: mail_id,
  marker: { revision, mailId: mail_id },
})
