import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newestMigration } from './is-migrated.ts'

/** What is known of a store without opening it for work: nothing is made or changed. */
export type DatabaseLook = {
  /** Its name and version. */
  version: string
  tables: 'none' | 'older' | 'current' | 'newer'
  /** Its clock minus that of this process, in milliseconds; null on this machine. */
  clockMs: number | null
}

export type LookedAt = { dataDir: string; databaseUrl: string | null }

export async function lookAtDatabase({ dataDir, databaseUrl }: LookedAt): Promise<DatabaseLook> {
  return databaseUrl === null ? lookAtSqlite(dataDir) : lookAtPostgres(databaseUrl)
}

const newest = 'select max(name) as name from kysely_migration'

function lookAtSqlite(dataDir: string): DatabaseLook {
  const file = join(dataDir, 'mailstop.sqlite')
  const isThere = existsSync(file)
  const database = new DatabaseSync(isThere ? file : ':memory:', { readOnly: isThere })
  try {
    const ask = (sql: string) => database.prepare(sql).get() as Record<string, string | null>
    const { version } = ask('select sqlite_version() as version')
    const { tables } = ask(
      `select count(*) as tables from sqlite_master where name = 'kysely_migration'`,
    )
    const name = tables ? ask(newest)['name'] : null
    return { version: `SQLite ${version}`, tables: stateOf(name ?? null), clockMs: null }
  } catch (error) {
    // SQLite does not say which file it failed on.
    throw error instanceof Error ? Object.assign(error, { path: file }) : error
  } finally {
    database.close()
  }
}

const connectMs = 5_000

async function lookAtPostgres(url: string): Promise<DatabaseLook> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
  })
  // A connection that ends afterwards is no news.
  client.on('error', () => {})
  try {
    await client.connect()
    const begun = Date.now()
    const { rows } = await client.query<{ version: string; ms: string; tables: string | null }>(`
      select current_setting('server_version') as version,
        extract(epoch from clock_timestamp()) * 1000 as ms,
        to_regclass('kysely_migration') as tables`)
    const [found] = rows
    const half = (Date.now() - begun) / 2
    const names = found?.tables ? await client.query<{ name: string | null }>(newest) : null
    return {
      version: `Postgres ${found?.version}`,
      tables: stateOf(names?.rows[0]?.name ?? null),
      clockMs: Number(found?.ms) - begun - half,
    }
  } finally {
    await client.end()
  }
}

/** Migrations begin with a number of three digits. */
function stateOf(name: string | null): DatabaseLook['tables'] {
  if (name === null) return 'none'
  if (name === newestMigration) return 'current'
  return name > newestMigration ? 'newer' : 'older'
}
