import { sql as statement } from 'kysely'
import type { Sql } from '../database.ts'
import { migrations } from '../migrations/migrations.ts'

/** All databases have the same migrations. */
export const newestMigration = Object.keys(migrations('sqlite')).toSorted().at(-1) ?? ''

/**
 * Whether the tables are at least as new as this version. A newer process may have changed them meanwhile, so that
 * older ones go on: it adds, and takes away nothing that they name.
 */
export async function isMigrated(sql: Sql): Promise<boolean> {
  const row = await sql
    .selectFrom(statement<{ name: string }>`kysely_migration`.as('applied'))
    .select(({ fn }) => fn.max('applied.name').as('name'))
    .executeTakeFirst()
  return row !== undefined && row.name >= newestMigration
}
