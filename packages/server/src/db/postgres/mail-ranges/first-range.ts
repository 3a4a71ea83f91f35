import { sql } from 'kysely'
import type { Sql, Tx } from '../../database.ts'
import type { MailRange } from '../../mail/mail-ranges.ts'
import { becomeRange, bound } from './become-range.ts'
import { endOfFirst, rangeAfter, smallestWidth } from './range-bounds.ts'
import {
  addRange,
  isInRanges,
  lastId,
  lockTables,
  rangedTables,
  run,
  tableNames,
} from './range-tables.ts'
import { alignWordTables } from './word-tables.ts'

// How tables from before there were ranges become the first range: as they are, and no row moves.

/** The first range has no beginning. */
const firstRange = (to: number): MailRange => ({ from: 0, to })

/**
 * First step: the tables say that they hold ids below the end of the first range. Their rows are not looked at. Done
 * again only when mail has come near that end, as it would be refused there.
 */
export async function boundTables(tx: Tx): Promise<void> {
  await lockTables(tx)
  const [bounded, last] = [await boundOf(tx), await lastId(tx)]
  if ((await isInRanges(tx)) || (bounded !== null && last < bounded - smallestWidth / 2)) return
  const end = endOfFirst(last)
  for (const [table, id] of Object.entries(rangedTables)) {
    await run(
      tx,
      `alter table ${table} drop constraint if exists ${bound(table)},
       add constraint ${bound(table)} check (${id} < ${end}) not valid`,
    )
  }
}

/** Second step: reads all rows, while others read and write them. What is checked already is not checked again. */
export async function checkTables(store: Sql): Promise<void> {
  for (const table of tableNames) {
    await store.transaction().execute(async (tx) => {
      // A limit of the server's would end it each time.
      await run(tx, 'set local statement_timeout = 0')
      await run(tx, `lock table ${table} in share update exclusive mode`)
      // Another process may have made the ranges meanwhile.
      if ((await boundOf(tx, table)) === null) return
      await run(tx, `alter table ${table} validate constraint ${bound(table)}`)
    })
  }
}

/** Third step, in a moment: each table becomes the first range of a table that has its name. */
export async function becomeRanges(tx: Tx): Promise<void> {
  await lockTables(tx)
  if (await isInRanges(tx)) return
  const to = await boundOf(tx)
  if (to === null) throw new Error('The tables of mail have no bound yet')
  await requireNoKeys(tx)
  const first = firstRange(to)
  for (const [table, id] of Object.entries(rangedTables)) {
    await becomeRange(tx, { table, id, first })
  }
  await addRange(tx, rangeAfter(first, { mails: 0, count: 1 }, await lastId(tx)))
  await alignWordTables(tx)
}

/** For an empty store, in the transaction of its migration. */
export async function beginWithRanges(tx: Tx): Promise<void> {
  for (const [table, id] of Object.entries(rangedTables)) {
    await run(
      tx,
      `alter table ${table} add constraint ${bound(table)} check (${id} < ${smallestWidth})`,
    )
  }
  await becomeRanges(tx)
}

/** Whether a range is a table from before. New mail goes to the next one, so that it can go as a whole one day. */
export const isFirst = ({ from, to }: MailRange): boolean => from === 0 && to > smallestWidth

async function boundOf(store: Sql, table = 'mails'): Promise<number | null> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = to_regclass(${table}) and conname = ${bound(table)}`.execute(store)
  const end = /< '?(\d+)/.exec(rows[0]?.definition ?? '')?.[1]
  return end === undefined ? null : Number(end)
}

/** A foreign key follows the table that it names when that is renamed: it would know no mail of other ranges. */
async function requireNoKeys(store: Sql): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where contype = 'f' and confrelid = any(${tableNames}::regclass[])`.execute(store)
  if (rows.length > 0) {
    throw new Error(`Foreign keys name the tables of mail: ${rows.map(({ name }) => name).join()}`)
  }
}
