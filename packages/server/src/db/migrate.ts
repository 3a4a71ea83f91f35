import { sql as statement } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import type { Sql } from './database.ts'
import { initialMigration, newestMigration } from './migrations/migrations.ts'
import { isTooOld, tooOld } from './store-files/older-store.ts'
import { UnusableDatabase } from './store-files/unusable-database.ts'

/**
 * Brings the tables up to date, all pending migrations in one transaction: a failure leaves the
 * database as it was. Processes that start together wait for each other and run each one once. `requireUsable` throws for
 * a store whose tables were made step by step and that must be left as it is.
 */
export async function migrate(
  sql: Sql,
  migrations: Record<string, Migration>,
  requireUsable: (sql: Sql) => Promise<void> = async () => {},
): Promise<void> {
  const applied = await appliedTo(sql)
  if (isTooOld(applied)) throw new UnusableDatabase([tooOld])
  const steps = applied.filter((name) => name < initialMigration)
  if (steps.length > 0) await requireUsable(sql)
  // Most starts have nothing to do. The migrator would first read what the database says of all its tables.
  const known = Object.keys(migrations)
  if (applied.toSorted().join() === [...steps, ...known].toSorted().join()) return
  // They made the tables of the initial migration.
  const done = Object.fromEntries(steps.map((name) => [name, { async up() {} }]))
  const migrator = new Migrator({
    db: sql,
    provider: { getMigrations: async () => ({ ...done, ...migrations }) },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  const reason = error instanceof Error ? error.message : 'unknown error'
  const unknown = /previously executed migration (\S+) is missing/.exec(reason)?.[1]
  if (unknown !== undefined) {
    throw new Error(
      `The database was last used by a newer Mailstop, which made ${unknown}. Start that one, or restore a backup from before.`,
      { cause: error },
    )
  }
  throw new Error(
    failed
      ? `The database could not be migrated; ${failed} failed and nothing was changed: ${reason}`
      : `The database could not be migrated: ${reason}`,
    { cause: error },
  )
}

const migrationTable = statement<{ name: string }>`kysely_migration`.as('applied')

async function appliedTo(sql: Sql): Promise<string[]> {
  const rows = await sql
    .selectFrom(migrationTable)
    .select('applied.name')
    .execute()
    .catch((error: unknown) => {
      if (isWithoutTable(error)) return []
      throw error
    })
  return rows.map(({ name }) => name)
}

/** Says that nothing has been migrated yet, in the words of SQLite or with the code of Postgres. */
const isWithoutTable = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.includes('no such table') || ('code' in error && error.code === '42P01'))

/**
 * Whether the tables are at least those of this version. A newer process may have changed them meanwhile, so
 * that older ones go on: it adds, and takes away nothing that they name.
 */
export async function isMigrated(sql: Sql): Promise<boolean> {
  const row = await sql
    .selectFrom(migrationTable)
    .select(({ fn }) => fn.max('applied.name').as('name'))
    .executeTakeFirst()
  return row !== undefined && row.name >= newestMigration
}
