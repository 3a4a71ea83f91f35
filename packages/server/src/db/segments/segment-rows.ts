import { sql } from 'kysely'
import type { Sql, Tx } from '../database.ts'
import { placeOf, placeRow, type SegmentPlace } from './segment-place.ts'
import { nextLook } from './segment-rules.ts'

export type Located = { mail_id: number; team_id: number; place: SegmentPlace }
export type Segment = { id: string; bytes: number; mails: string; created_at: number }

type Held = { mail_id: number; team_id: number }

export function newSegment(id: string, bytes: number, mails: readonly Held[], now: number) {
  const teams: Record<number, number[]> = {}
  for (const { team_id, mail_id } of mails) (teams[team_id] ??= []).push(mail_id)
  const state = 'kept' as const
  const due_at = nextLook(now, now)
  return { id, state, bytes, mails: JSON.stringify(teams), created_at: now, due_at }
}

/** The folder of all objects of this database. */
export async function findInstallation(store: Sql, made: string): Promise<string> {
  const row = { id: 1, installation: made, listed_to: '', listed_since: 0 }
  await store
    .insertInto('source_stores')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { installation } = await store
    .selectFrom('source_stores')
    .select('installation')
    .executeTakeFirstOrThrow()
  return installation
}

/** The newest and the oldest segment that mails may name; none when there are none. */
export async function outermostSegments(store: Sql): Promise<string[]> {
  const outermost = (direction: 'asc' | 'desc') =>
    store
      .selectFrom('source_segments')
      .select('id')
      .where('state', '=', 'kept')
      .orderBy('id', direction)
      .limit(1)
      .executeTakeFirst()
  const [newest, oldest] = [await outermost('desc'), await outermost('asc')]
  return [...new Set([newest, oldest].flatMap((row) => row?.id ?? []))]
}

/** Refuses a process without SOURCES_URL: mail whose sources are in an object store could not be opened. */
export async function requireNoSegments(store: Sql): Promise<void> {
  if ((await outermostSegments(store)).length === 0) return
  throw new Error(
    'SOURCES_URL is not set, but the sources of some mail are in an object store. Set it as it was: they stay there.',
  )
}

export const dueSegments = (
  store: Sql,
  state: 'kept' | 'ended',
  { now, limit }: { now: number; limit: number },
): Promise<Segment[]> =>
  store
    .selectFrom('source_segments')
    .select(['id', 'bytes', 'mails', 'created_at'])
    .where('due_at', '<=', now)
    .where('state', '=', state)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** The mails of these segments that still name them, by segment, in the order of their places. */
export async function findLocated(
  store: Sql,
  segments: readonly Pick<Segment, 'id' | 'mails'>[],
): Promise<Map<string, Located[]>> {
  const held = segments.map(({ mails }) => JSON.parse(mails) as Record<string, number[]>)
  const teams = [...new Set(held.flatMap((mails) => Object.keys(mails)))].map(Number)
  const ids = [...new Set(held.flatMap((mails) => Object.values(mails).flat()))]
  const wanted = new Set(segments.map(({ id }) => id))
  // A source that stands in its row is not read here: places are all of one length.
  const { rows } = await sql<Held & { source: Uint8Array }>`
    select mail_id, team_id, source from mail_sources
    where mail_id = any(${ids}::bigint[]) and team_id = any(${teams}::bigint[])
      and octet_length(source) = ${placeLength}::int`.execute(store)
  const located = rows.flatMap(({ mail_id, team_id, source }) => {
    const place = placeOf(source)
    return place && wanted.has(place.segment) ? [{ mail_id, team_id, place }] : []
  })
  located.sort((one, other) => one.place.start - other.place.start)
  return Map.groupBy(located, ({ place }) => place.segment)
}

const placeLength = placeRow({ segment: '', start: 0, bytes: 0, crc: 0 }).length

export async function lookLater(store: Sql, id: string, dueAt: number): Promise<void> {
  await store.updateTable('source_segments').set({ due_at: dueAt }).where('id', '=', id).execute()
}

export async function endSegments(store: Sql | Tx, ids: string[], dueAt: number): Promise<void> {
  await store
    .updateTable('source_segments')
    .set({ state: 'ended', due_at: dueAt })
    .where('id', 'in', ids)
    .execute()
}

export async function forgetSegment(store: Sql, id: string): Promise<void> {
  await store.deleteFrom('source_segments').where('id', '=', id).execute()
}

/** Names new places of mails that still name the old ones. */
export async function moveSources(
  tx: Tx,
  moved: { mail: Located; to: SegmentPlace }[],
): Promise<void> {
  const column = <T>(of: (move: (typeof moved)[number]) => T) => moved.map(of)
  await sql`
    update mail_sources set source = given.place
    from unnest(
      ${column(({ mail }) => mail.mail_id)}::bigint[], ${column(({ mail }) => mail.team_id)}::bigint[],
      ${column(({ mail }) => Buffer.from(placeRow(mail.place)))}::bytea[],
      ${column(({ to }) => Buffer.from(placeRow(to)))}::bytea[]
    ) as given (mail_id, team_id, old_place, place)
    where mail_sources.mail_id = given.mail_id and mail_sources.team_id = given.team_id
      and mail_sources.source = given.old_place`.execute(tx)
}

/**
 * Takes segments that no batch has named for the sweep: their rows stand in the way of a batch that comes later,
 * which then fails whole. Their objects go when the rows are due.
 */
export async function takeOrphans(
  store: Sql,
  ids: string[],
  { now, dueAt }: { now: number; dueAt: number },
): Promise<void> {
  const state = 'ended' as const
  const rows = ids.map((id) => ({
    id,
    state,
    bytes: 0,
    mails: '{}',
    created_at: now,
    due_at: dueAt,
  }))
  await store
    .insertInto('source_segments')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const readListing = (store: Sql) =>
  store.selectFrom('source_stores').select(['listed_to', 'listed_since']).executeTakeFirstOrThrow()

export async function setListing(
  store: Sql,
  listing: { listed_to: string; listed_since: number },
): Promise<void> {
  await store.updateTable('source_stores').set(listing).execute()
}
