import { sql } from 'kysely'
import type { Sql, Tx } from '../../database.ts'
import type { MailRange } from '../../mail/mail-ranges.ts'
import { readBounds } from './range-bounds.ts'

// The tables of ranges, as the catalog of Postgres has them: there is no second list.

/** Batches of mail take them in this order, so that no two processes wait for each other. */
export const mailTables = {
  mails: 'id',
  mail_sources: 'mail_id',
  mail_transcripts: 'mail_id',
} as const
/** A row of these belongs to many mails: the first of them decides its range. `mail_words` is always empty. */
const wordTables = ['mail_words', 'new_words', 'word_indexes', 'word_blocks']
export const rangedTables: string[] = [...Object.keys(mailTables), ...wordTables]

export const tableOf = (table: string, { to }: MailRange): string => `${table}_below_${to}`

/** Statements that define tables; their names are ours or the catalog's. */
export async function run(store: Sql, statement: string): Promise<void> {
  await sql.raw(statement).execute(store)
}

export type RangeTables = MailRange & { mails: number }

/** Sorted by their ids. */
export async function listRanges(store: Sql): Promise<RangeTables[]> {
  const { rows } = await sql<{ bounds: string; mails: number }>`
    select pg_get_expr(child.relpartbound, child.oid) as bounds,
      greatest(child.reltuples, 0)::bigint as mails
    from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = to_regclass('mails')`.execute(store)
  return rows
    .map(({ bounds, mails }) => ({ ...readBounds(bounds), mails }))
    .toSorted((a, b) => a.from - b.from)
}

/**
 * A table is made by itself and then attached, which lets others read and write all mail meanwhile. Made as
 * a part of `mails`, it would lock all of it.
 */
export async function addRange(tx: Tx, range: MailRange): Promise<void> {
  // The first range has no beginning.
  const from = range.from === 0 ? 'minvalue' : range.from
  for (const table of rangedTables) {
    const part = tableOf(table, range)
    await run(tx, `create table ${part} (like ${table} including all)`)
    await run(
      tx,
      `alter table ${table} attach partition ${part} for values from (${from}) to (${range.to})`,
    )
    await nameIndexes(tx, table, range)
  }
}

/** Names indexes after those of the whole table, so that plans say which index they use. */
export async function nameIndexes(tx: Tx, table: string, range: MailRange): Promise<void> {
  const end = `_below_${range.to}`
  const { rows } = await sql<{ name: string; whole: string }>`
    select child.relname as name, parent.relname as whole
    from pg_index
    join pg_inherits on inhrelid = indexrelid
    join pg_class child on child.oid = inhrelid
    join pg_class parent on parent.oid = inhparent
    where indrelid = to_regclass(${tableOf(table, range)})
      and child.relname <> parent.relname || ${end}`.execute(tx)
  for (const { name, whole } of rows) {
    await run(tx, `alter index "${name}" rename to "${whole}${end}"`)
  }
}

/**
 * Keeps all others from mail until the transaction ends. Before that it waits for transactions that change, check or
 * index tables, which may take hours, by a lock that lets all others read and write: none of these queues behind it.
 */
export async function lockTables(tx: Tx): Promise<void> {
  for (const mode of ['share update exclusive', 'access exclusive']) {
    await run(tx, `lock table ${rangedTables.join(', ')} in ${mode} mode`)
  }
}

export async function hasMail(store: Sql, range: MailRange): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(tableOf('mails', range))} limit 1`.execute(store)
  return rows.length > 0
}

/** Call `lockTables` first. */
export async function dropRange(tx: Tx, range: MailRange): Promise<void> {
  await awaitOthers(tx, range)
  for (const table of rangedTables) await run(tx, `drop table ${tableOf(table, range)}`)
}

/**
 * A batch may have mails of two ranges, and its words are in the first. When that one goes, the words are made again.
 * The caller holds the rows of the range.
 */
export async function awaitOthers(tx: Tx, { to }: MailRange): Promise<void> {
  await run(
    tx,
    `insert into mails_to_index
     select id from mails where id >= ${to} and id in (
       select unnest(mail_ids) from ${tableOf('new_words', { from: 0, to })} where mail_ids[cardinality(mail_ids)] >= ${to})
     order by id for key share
     on conflict do nothing`,
  )
}

/** The last id that was given; 0 when there was none. */
export async function lastId(store: Sql): Promise<number> {
  const { rows } = await sql<{ id: number | string }>`
    select case when is_called then last_value else last_value - 1 end as id
    from mail_ids`.execute(store)
  return Number(rows[0]?.id ?? 0)
}

/** Processes that catch mail take no more ids than this while one statement is run. */
const takenMeanwhile = 10_000

/**
 * New mail gets ids from `id` on. Never goes back, as ids would be given twice: the caller holds the lock of ranges,
 * and ids that are nearly there get there by themselves.
 */
export async function goOnFrom(tx: Tx, id: number): Promise<void> {
  await run(
    tx,
    `select setval('mail_ids', ${id}, false) from mail_ids where last_value < ${id - takenMeanwhile}`,
  )
}
