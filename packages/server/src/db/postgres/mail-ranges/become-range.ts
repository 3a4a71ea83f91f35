import { sql } from 'kysely'
import type { Sql, Tx } from '../../database.ts'
import type { MailRange } from '../../mail/mail-ranges.ts'
import { run, tableOf } from './range-tables.ts'

// How one table becomes the first range of a table that has its name: as it is, and no row moves.

/** Says how far the ids of a table go, so that the table need not be read while it is locked. */
export const bound = (table: string) => `${table}_end`

type Definitions = { indexes: string[]; keys: string[]; triggers: string[] }

/** `id` is the column of ids. */
export async function becomeRange(
  tx: Tx,
  { table, id, first }: { table: string; id: string; first: MailRange },
): Promise<void> {
  const part = tableOf(table, first)
  const { indexes, keys, triggers } = await definitionsOf(tx, table)
  await run(tx, `alter table ${table} rename to ${part}`)
  for (const name of await indexNames(tx, part)) {
    await run(tx, `alter index "${name}" rename to "${name}_below_${first.to}"`)
  }
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
  await run(tx, `alter table ${part} drop constraint if exists ${bound(table)}`)
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
