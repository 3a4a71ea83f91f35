import { sql as statement } from 'kysely'
import type { Sql } from './database.ts'
import { migrations } from './migrations/migrations.ts'

/** Of all databases: they have the same migrations. */
export const newestMigration = Object.keys(migrations('sqlite')).toSorted().at(-1) ?? ''

/** Whether the tables are those of this version: a newer process may have changed them. */
export async function isMigrated(sql: Sql): Promise<boolean> {
  const row = await sql
    .selectFrom(statement<{ name: string }>`kysely_migration`.as('applied'))
    .select(({ fn }) => fn.max('applied.name').as('name'))
    .executeTakeFirst()
  return row?.name === newestMigration
}
