import { sql } from 'kysely'
import type { Sql } from '../../../database.ts'
import { unpackDirectory } from '../format/directory.ts'
import type { IndexSize, NewSize, Size } from './index-sizes.ts'
import type { WordBlock } from '../format/word-index-parts.ts'

// Reads and writes what indexes are made of, and indexes.

/** Names a row of `new_words` or an index of a team. */
export type Place = { first_mail: number; id: number }

export type NewWordsRow = Place & { mail_ids: number[]; bytes: number; words: Uint8Array }
export type IndexRow = Place & IndexSize
export type StoredIndex = {
  directory: Uint8Array
  blocks: Omit<WordBlock, 'firstTerm'>[]
}
export type MadeIndex = StoredIndex &
  IndexSize & {
    first_mail: number
    last_mail: number
  }

/** The id that was given last to a row of `new_words`. */
export async function lastOfNewWords(store: Sql): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select case when is_called then last_value else 0 end as id from new_words_ids`.execute(store)
  return rows[0]?.id ?? 0
}

/** Sums the new words of each team, up to an id. */
export async function sumNewWords(
  store: Sql,
  upTo: number,
): Promise<(NewSize & { team_id: number })[]> {
  const { rows } = await sql<NewSize & { team_id: number }>`
    select team_id, sum(cardinality(mail_ids)) as mails, sum(bytes) as bytes, count(*) as rows
    from new_words where id <= ${upTo} group by team_id`.execute(store)
  return rows
}

export async function listNewWords(
  store: Sql,
  { after, upTo, missing }: { after: number; upTo: number; missing: readonly number[] },
): Promise<(Size & { id: number; team_id: number })[]> {
  const { rows } = await sql<Size & { id: number; team_id: number }>`
    select id, team_id, cardinality(mail_ids) as mails, bytes
    from new_words where id > ${after} and id <= ${upTo} or id = any(${missing}::bigint[])`.execute(
    store,
  )
  return rows
}

/** The first rows of a team: one, and more while they fit into `most`. */
export async function readNewWords(store: Sql, teamId: number, most: Size): Promise<NewWordsRow[]> {
  const { rows } = await sql<NewWordsRow>`
    select first_mail, id, mail_ids, bytes, words from (
      select *, row_number() over so_far as place, sum(cardinality(mail_ids)) over so_far as mails_so_far,
        sum(bytes) over so_far as bytes_so_far
      from (
        select * from new_words where team_id = ${teamId} order by first_mail, id limit ${most.mails}
      ) as first_rows
      window so_far as (order by first_mail, id rows unbounded preceding)
    ) as counted
    where place = 1 or mails_so_far <= ${most.mails} and bytes_so_far <= ${most.bytes}
    order by place`.execute(store)
  return rows
}

export async function readNewWordsAt(
  store: Sql,
  teamId: number,
  { first_mail, id }: Place,
): Promise<NewWordsRow | undefined> {
  return store
    .selectFrom('new_words')
    .select(['first_mail', 'id', 'mail_ids', 'bytes', 'words'])
    .where('team_id', '=', teamId)
    .where('first_mail', '=', first_mail)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns which of the mails are there, including deleted ones that can be restored. `ids` ascend. */
export async function keptOf(store: Sql, ids: readonly number[]): Promise<Set<number>> {
  // One list is read in a tenth of the time of as many rows.
  const { rows } = await sql<{ kept: number[] | null }>`
    select array_agg(id) as kept from mails where id = any(${ids}::bigint[])
    and id >= ${ids[0] ?? 0} and id <= ${ids.at(-1) ?? 0}`.execute(store)
  return new Set(rows[0]?.kept)
}

/** Lists indexes of a team in the order of their mails, whose first mail is `from` or above, and below `to`. */
export async function listIndexes(
  store: Sql,
  teamId: number,
  { from, to }: { from: number; to: number },
): Promise<IndexRow[]> {
  const { rows } = await sql<IndexRow>`
    select first_mail, id, mails, bytes, terms from word_indexes
    where team_id = ${teamId} and first_mail >= ${from} and first_mail < ${to}
    order by first_mail, id`.execute(store)
  return rows
}

export async function readDirectory(
  store: Sql,
  teamId: number,
  { first_mail, id }: Place,
): Promise<Uint8Array | undefined> {
  const row = await store
    .selectFrom('word_indexes')
    .select('directory')
    .where('team_id', '=', teamId)
    .where('first_mail', '=', first_mail)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.directory
}

export async function readBlocks(
  store: Sql,
  { first_mail, id }: Place,
): Promise<Omit<WordBlock, 'firstTerm'>[]> {
  return store
    .selectFrom('word_blocks')
    .select(['postings', 'places'])
    .where('first_mail', '=', first_mail)
    .where('index_id', '=', id)
    .orderBy('no')
    .execute()
}

/** Reads an index with all of its blocks. Undefined when it is gone. */
export async function readIndex(
  store: Sql,
  teamId: number,
  place: Place,
): Promise<StoredIndex | undefined> {
  const directory = await readDirectory(store, teamId, place)
  if (directory === undefined) return undefined
  const blocks = await readBlocks(store, place)
  if (blocks.length === unpackDirectory(directory).firstTerms.length) return { directory, blocks }
  // It goes together with its blocks.
  return (await readDirectory(store, teamId, place)) && { directory, blocks }
}

/** Places where a team has enough indexes in one range for some to become one: the first mail of one of them. */
export async function listWithManySmall(
  store: Sql,
  { least, below }: { least: number; below: IndexSize },
): Promise<{ team_id: number; first_mail: number }[]> {
  const { rows } = await sql<{ team_id: number; first_mail: number }>`
    select team_id, min(first_mail) as first_mail from word_indexes
    where mails < ${below.mails} and bytes < ${below.bytes} and terms < ${below.terms}
    group by team_id, tableoid having count(*) >= ${least}`.execute(store)
  return rows
}
