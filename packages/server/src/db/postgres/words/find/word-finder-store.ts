import { sql } from 'kysely'
import type { Sql } from '../../../database.ts'
import type { Span } from '../../../words/word-query.ts'

// Reads the words of mail: word indexes, and the words of mail that is in none yet.

/**
 * `key`: identifies an index. Its id alone does not: after a crash or a failover Postgres may give an id again whose
 * row was lost.
 */
export type ListedIndex = {
  key: string
  id: number
  first_mail: number
  last_mail: number
  mails: number
}

/**
 * The words of mails that were written together; `first_mail` is the oldest. `key` identifies it, as an index's does.
 */
export type ListedWords = {
  key: string
  id: number
  first_mail: number
  last_mail: number
  mails: number
  /** Unpacked. */
  bytes: number
  /** Null when they are known. */
  mail_ids: number[] | null
  /** Null when they are known, and for all but the newest rows where there is much. */
  words: Uint8Array | null
}

/** What was listed is gone meanwhile: its words are elsewhere. */
export class WordsReplaced extends Error {}

/** `rest`: the mails of rows that are older than the listed ones; null when all rows were listed. */
export type Listing = { indexes: ListedIndex[]; newWords: ListedWords[]; rest: Rest | null }
export type Rest = { first: number; last: number; mails: number }

/** The newest rows of new words that are listed. There are more only while no worker makes indexes of them. */
const mostListed = 4_000

type ListedRow =
  | (Omit<ListedIndex, 'key'> & { kind: 'index'; bytes: number })
  | (Omit<ListedWords, 'key'> & { kind: 'words' })
  | { kind: 'rest'; first_mail: number | null; last_mail: number; mails: number }

const keyOf = (row: Omit<ListedIndex, 'key'> & { bytes: number }) =>
  [row.id, row.first_mail, row.last_mail, row.mails, row.bytes].join(' ')

const lastMail = sql`mail_ids[cardinality(mail_ids)]`

/**
 * What there is of a team's mail at one moment, the newest first. Of new words that are not known by their key, the newest `mostBytes` are
 * read.
 */
export async function listWords(
  store: Sql,
  teamId: number,
  { known, mostBytes }: { known: readonly string[]; mostBytes: number },
): Promise<Listing> {
  const { rows } = await sql<ListedRow>`
    with newest as materialized (
      select *, ${lastMail} as last_mail, cardinality(mail_ids) as mails from new_words
      where team_id = ${teamId} order by first_mail desc, id desc limit ${mostListed}
    ), listed as (
      select *, concat_ws(' ', id, first_mail, last_mail, mails, bytes) = any(${known}::text[])
        as is_known
      from newest
    )
    select 'index' as kind, id, first_mail, last_mail, mails, bytes,
      null as mail_ids, null as words
    from word_indexes where team_id = ${teamId}
    union all
    select 'words', id, first_mail, last_mail, mails, bytes,
      case when not is_known then mail_ids end,
      case when not is_known and sum(case when is_known then 0 else bytes end) over newer <= ${mostBytes}
        then words end
    from listed
    window newer as (order by first_mail desc, id desc)
    union all
    select 'rest', null, min(first_mail), max(${lastMail}), sum(cardinality(mail_ids))::bigint,
      null, null, null
    from new_words where team_id = ${teamId}
    and (select count(*) from newest) = ${mostListed}
    and (first_mail, id) < (select first_mail, id from newest order by first_mail, id limit 1)`.execute(
    store,
  )
  const listing: Listing = { indexes: [], newWords: [], rest: null }
  for (const row of rows) {
    if (row.kind === 'index') listing.indexes.push({ key: keyOf(row), ...row })
    else if (row.kind === 'words') listing.newWords.push({ key: keyOf(row), ...row })
    else if (row.first_mail !== null) {
      listing.rest = { first: row.first_mail, last: row.last_mail, mails: row.mails }
    }
  }
  listing.indexes.sort((one, other) => other.last_mail - one.last_mail)
  listing.newWords.sort((one, other) => other.first_mail - one.first_mail)
  return listing
}

/** The indexes of a team, the newest first. */
export async function listIndexes(store: Sql, teamId: number): Promise<ListedIndex[]> {
  const { rows } = await sql<Omit<ListedIndex, 'key'> & { bytes: number }>`
    select id, first_mail, last_mail, mails, bytes from word_indexes
    where team_id = ${teamId} order by last_mail desc`.execute(store)
  return rows.map((row) => ({ key: keyOf(row), ...row }))
}

export type WordsOfRow = Place & { bytes: number; mail_ids: number[]; words: Uint8Array }

/** Rows of new words that have mails of a span: some behind `after`, ascending, until about `bytes` bytes. */
export async function readNewWordsIn(
  store: Sql,
  teamId: number,
  { from, below }: Span,
  { after, mostBytes }: { after: Place; mostBytes: number },
): Promise<WordsOfRow[]> {
  const { rows } = await sql<WordsOfRow>`
    select id, first_mail, bytes, mail_ids, words from (
      select *, sum(bytes) over (order by first_mail, id) as so_far from (
        select * from new_words
        where team_id = ${teamId} and (first_mail, id) > (${after.first_mail}, ${after.id})
        and first_mail < ${below} and ${lastMail} >= ${from}
        order by first_mail, id limit ${mostListed}
      ) as next
    ) as counted
    where so_far - bytes < ${mostBytes}
    order by first_mail, id`.execute(store)
  return rows
}

export type Place = Pick<ListedIndex, 'id' | 'first_mail'>

/** The packed directories of the indexes, in their order; null where an index is gone. */
export const readDirectories = (store: Sql, teamId: number, indexes: readonly Place[]) =>
  readPacked(store, teamId, indexes, { table: 'word_indexes', column: 'directory' })

/** The packed words of the rows, in their order; null where a row is gone. */
export const readNewWords = (store: Sql, teamId: number, rows: readonly Place[]) =>
  readPacked(store, teamId, rows, { table: 'new_words', column: 'words' })

async function readPacked(
  store: Sql,
  teamId: number,
  places: readonly Place[],
  { table, column }: { table: string; column: string },
): Promise<(Uint8Array | null)[]> {
  const { rows } = await sql<{ at: number; packed: Uint8Array }>`
    select at, packed from ${placesOf(places)}
    cross join lateral (
      select ${sql.ref(column)} as packed from ${sql.table(table)}
      where team_id = ${teamId} and first_mail = wanted.first_mail and id = wanted.id offset 0
    ) as kept`.execute(store)
  const found = new Map(rows.map(({ at, packed }) => [at, packed]))
  return places.map((_, index) => found.get(index + 1) ?? null)
}

/** Each is looked up by its key: an offset keeps the planner from reading all of them. */
const placesOf = (rows: readonly Place[]) => sql`
  unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map((row) => row.first_mail)}::bigint[])
    with ordinality as wanted (id, first_mail, at)`

export type WantedBlock = { index: ListedIndex; no: number; withPlaces: boolean }
export type ReadBlock = { postings: Uint8Array; places: Uint8Array | null }

/** The blocks in the order in which they are wanted; null where an index is gone. */
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
