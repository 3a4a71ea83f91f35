import { sql } from 'kysely'
import type { Sql, Tx } from '../../database.ts'
import type { MailRange } from '../../mail-ranges.ts'
import { endOfFirst, rangeAfter, smallestWidth } from './range-bounds.ts'
import {
  addRange,
  isInRanges,
  lastId,
  lockTables,
  rangedTables,
  run,
  tableNames,
  tableOf,
} from './range-tables.ts'

// How tables from before there were ranges become the first range: as they are, and no row moves.

/** Says how far the ids of a table go, so that the table need not be read while it is locked. */
const bound = (table: string) => `${table}_end`

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
  for (const table of tableNames) await becomeRange(tx, table, first)
  await addRange(tx, rangeAfter(first, { mails: 0, count: 1 }, await lastId(tx)))
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

type Definitions = { indexes: string[]; keys: string[]; triggers: string[] }

async function becomeRange(tx: Tx, table: string, first: MailRange): Promise<void> {
  const part = tableOf(table, first)
  const { indexes, keys, triggers } = await definitionsOf(tx, table)
  await run(tx, `alter table ${table} rename to ${part}`)
  for (const name of await indexNames(tx, part)) {
    await run(tx, `alter index "${name}" rename to "${name}_below_${first.to}"`)
  }
  const id = rangedTables[table as keyof typeof rangedTables]
  await run(
    tx,
    `create table ${table} (like ${part} including all excluding indexes excluding constraints)
     partition by range (${id})`,
  )
  for (const statement of [...keys, ...indexes]) await run(tx, statement)
  // The bound of the table shows that all of its rows belong there, and its indexes and keys are as those of the whole.
  await run(
    tx,
    `alter table ${table} attach partition ${part} for values from (minvalue) to (${first.to})`,
  )
  await run(tx, `alter table ${part} drop constraint ${bound(table)}`)
  for (const { name, definition } of triggers.map(named)) {
    await run(tx, `drop trigger "${name}" on ${part}`)
    await run(tx, definition)
  }
}

const named = (definition: string) => ({
  name: /^CREATE TRIGGER "?(\w+)"?/.exec(definition)?.[1] ?? '',
  definition,
})

/** The statements that make the indexes, keys and triggers of a table; one for an index that is still being made is left out. */
async function definitionsOf(store: Sql, table: string): Promise<Definitions> {
  const { rows: keys } = await sql<{ statement: string }>`
    select format('alter table %I add constraint %I %s', ${table}::text, conname,
      pg_get_constraintdef(oid)) as statement
    from pg_constraint where conrelid = to_regclass(${table}) and contype in ('p', 'u', 'f')
    order by contype desc`.execute(store)
  const { rows: indexes } = await sql<{ statement: string }>`
    select pg_get_indexdef(indexrelid) as statement from pg_index
    where indrelid = to_regclass(${table}) and indisvalid and not exists (
      select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`.execute(
    store,
  )
  const { rows: triggers } = await sql<{ statement: string }>`
    select pg_get_triggerdef(oid) as statement from pg_trigger
    where tgrelid = to_regclass(${table}) and not tgisinternal`.execute(store)
  const statements = (rows: { statement: string }[]) => rows.map(({ statement }) => statement)
  return { indexes: statements(indexes), keys: statements(keys), triggers: statements(triggers) }
}

async function indexNames(store: Sql, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = to_regclass(${table})`.execute(store)
  return rows.map(({ name }) => name)
}
