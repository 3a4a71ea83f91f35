import { sql as statement } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import type { Sql } from './database.ts'

/**
 * Brings the tables up to date, all pending migrations in one transaction: a failure leaves the
 * database as it was. Processes that start together wait for each other and run each one once.
 */
export async function migrate(sql: Sql, migrations: Record<string, Migration>): Promise<void> {
  if (await isUpToDate(sql, Object.keys(migrations))) return
  const migrator = new Migrator({ db: sql, provider: { getMigrations: async () => migrations } })
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

/** Most starts have nothing to do. The migrator would first read what the database says of all its tables. */
async function isUpToDate(sql: Sql, names: string[]): Promise<boolean> {
  const applied = await sql
    .selectFrom(statement<{ name: string }>`kysely_migration`.as('applied'))
    .select('applied.name')
    .execute()
    // Before the first migration there is no such table. The migrator says what else is wrong.
    .catch(() => [])
  return (
    applied
      .map(({ name }) => name)
      .toSorted()
      .join() === names.toSorted().join()
  )
}
