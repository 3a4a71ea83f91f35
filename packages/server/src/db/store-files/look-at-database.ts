import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Client } from 'pg'
import { newestMigration } from './is-migrated.ts'
import { refuseLostDatabase } from './lost-parts.ts'
import { connectionsAllowed } from './process-table.ts'

/** What is known of a store without opening it for work: nothing is made or changed. */
export type DatabaseLook = {
  /** Its name and version. */
  version: string
  tables: 'none' | 'older' | 'current' | 'newer'
  /** Its clock minus that of this process, in milliseconds; null on this machine. */
  clockMs: number | null
}

export type LookedAt = { dataDir: string; databaseUrl: string | null }

/** How processes share a Postgres. */
export type SharingLook = {
  isPooled: boolean
  /** The connections that the processes that run now may open together, and how many Postgres allows them. */
  mayOpen: number
  allowed: number
}

export async function lookAtDatabase({ dataDir, databaseUrl }: LookedAt): Promise<DatabaseLook> {
  return databaseUrl === null ? lookAtSqlite(dataDir) : lookAtPostgres(databaseUrl)
}

const newest = 'select max(name) as name from kysely_migration'

function lookAtSqlite(dataDir: string): DatabaseLook {
  refuseLostDatabase(dataDir)
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

/** Rejects with `UnusableDatabase` where a process would not start. */
export async function lookAtSharing(urls: {
  databaseUrl: string
  liveUrl: string | null
}): Promise<SharingLook> {
  const { reachDatabase } = await import('../postgres/reach-database.ts')
  const { isPooled } = await reachDatabase(urls)
  return withClient(urls.databaseUrl, async (client) => {
    const { rows: found } = await client.query<{ allowed: number; table: string | null }>(`
      select ${connectionsAllowed} as allowed, to_regclass('processes') as table`)
    const { rows } = found[0]?.table
      ? await client.query<{ sum: number }>(`
          select coalesce(sum(connections), 0)::int as sum from processes
          where seen_at > extract(epoch from clock_timestamp()) * 1000 - 60000`)
      : { rows: [] }
    return { isPooled, mayOpen: rows[0]?.sum ?? 0, allowed: found[0]?.allowed ?? Infinity }
  })
}

const connectMs = 5_000

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
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
    return await work(client)
  } finally {
    await client.end()
  }
}

function lookAtPostgres(url: string): Promise<DatabaseLook> {
  return withClient(url, async (client) => {
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
  })
}

/** Migrations begin with a number of three digits. */
function stateOf(name: string | null): DatabaseLook['tables'] {
  if (name === null) return 'none'
  if (name === newestMigration) return 'current'
  return name > newestMigration ? 'newer' : 'older'
}
