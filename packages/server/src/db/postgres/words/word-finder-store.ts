import { sql } from 'kysely'
import type { Sql } from '../../database.ts'

// Reads the words of mail: word indexes, and the words of mail that is in none yet.

export type ListedIndex = { id: number; first_mail: number; last_mail: number; mails: number }

/** The words of mails that were written together, of which `first_mail` is the oldest. */
export type ListedWords = {
  id: number
  first_mail: number
  /** Unpacked. */
  bytes: number
  /** Null for those that are known. */
  mail_ids: number[] | null
  /** Null for those that are known, and where there is much for all but the newest. */
  words: Uint8Array | null
}

export type Listing = { indexes: ListedIndex[]; newWords: ListedWords[] }

type ListedRow = (ListedIndex & { bytes: null }) | (ListedWords & { last_mail: null })

/** What there is of a team's mail at one moment. Of new words that are not known, the newest `mostBytes` are read. */
export async function listWords(
  store: Sql,
  teamId: number,
  { known, mostBytes }: { known: readonly number[]; mostBytes: number },
): Promise<Listing> {
  const { rows } = await sql<ListedRow>`
    select id, first_mail, last_mail, mails, null as bytes, null as mail_ids, null as words
    from word_indexes where team_id = ${teamId}
    union all
    select id, first_mail, null, null, bytes,
      case when not is_known then mail_ids end,
      case when not is_known and sum(case when is_known then 0 else bytes end) over newer <= ${mostBytes}
        then words end
    from (
      select *, id = any(${known}::bigint[]) as is_known from new_words where team_id = ${teamId}
    ) as listed
    window newer as (order by first_mail desc, id desc)`.execute(store)
  const listing: Listing = { indexes: [], newWords: [] }
  for (const row of rows) {
    if (row.bytes === null) listing.indexes.push(row)
    else listing.newWords.push(row)
  }
  return listing
}

type Place = Pick<ListedIndex, 'id' | 'first_mail'>

/** The packed directories of indexes; of an index that is gone, none. */
export async function readDirectories(
  store: Sql,
  teamId: number,
  indexes: readonly Place[],
): Promise<Map<number, Uint8Array>> {
  const { rows } = await sql<{ id: number; directory: Uint8Array }>`
    select wanted.id, directory from ${placesOf(indexes)}
    cross join lateral (
      select directory from word_indexes
      where team_id = ${teamId} and first_mail = wanted.first_mail and id = wanted.id offset 0
    ) as kept`.execute(store)
  return new Map(rows.map(({ id, directory }) => [id, directory]))
}

/** The packed words of mails; of those that are gone, none. */
export async function readNewWords(
  store: Sql,
  teamId: number,
  rows: readonly Place[],
): Promise<Map<number, Uint8Array>> {
  const found = await sql<{ id: number; words: Uint8Array }>`
    select wanted.id, words from ${placesOf(rows)}
    cross join lateral (
      select words from new_words
      where team_id = ${teamId} and first_mail = wanted.first_mail and id = wanted.id offset 0
    ) as kept`.execute(store)
  return new Map(found.rows.map(({ id, words }) => [id, words]))
}

/** Each is looked up by its key: an offset keeps the planner from reading all of them. */
const placesOf = (rows: readonly Place[]) => sql`
  unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map((row) => row.first_mail)}::bigint[])
    as wanted (id, first_mail)`

export type WantedBlock = { index: Place; no: number; withPlaces: boolean }
export type ReadBlock = { postings: Uint8Array; places: Uint8Array | null }

/** In the order in which they are wanted; null for those of an index that is gone. */
export async function readBlocks(
  store: Sql,
  wanted: readonly WantedBlock[],
): Promise<(ReadBlock | null)[]> {
  const { rows } = await sql<ReadBlock & { at: number }>`
    select at, postings, places
    from unnest(
      ${wanted.map(({ index }) => index.first_mail)}::bigint[],
      ${wanted.map(({ index }) => index.id)}::bigint[],
      ${wanted.map(({ no }) => no)}::int[],
      ${wanted.map(({ withPlaces }) => withPlaces)}::boolean[]
    ) with ordinality as wanted (first_mail, index_id, no, with_places, at)
    cross join lateral (
      select postings, case when with_places then places end as places from word_blocks
      where first_mail = wanted.first_mail and index_id = wanted.index_id and no = wanted.no offset 0
    ) as kept`.execute(store)
  const found = new Map(rows.map(({ at, ...block }) => [at, block]))
  return wanted.map((_, index) => found.get(index + 1) ?? null)
}
