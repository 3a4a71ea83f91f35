import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Client } from 'pg'
import { refuseLostDatabase } from './lost-parts.ts'
import { newestMigration } from '../migrations/migrations.ts'
import { isTooOld } from './older-store.ts'
import { connectionsAllowed } from './process-table.ts'
import { migrationsOf, openUntouched } from './untouched-store.ts'

/** What is known of a store without opening it for work: nothing is made or changed. */
export type DatabaseLook = {
  /** Its name and version. */
  version: string
  tables: Tables
  /** Its clock minus that of this process, in milliseconds; null on this machine. */
  clockMs: number | null
}

/** Stores that are `too old` are refused: `older-store.ts` says why. `unmoved` ones will be used when their upgrade has ended. */
export type Tables = 'none' | 'too old' | 'unmoved' | 'older' | 'current' | 'newer'

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

function lookAtSqlite(dataDir: string): DatabaseLook {
  refuseLostDatabase(dataDir)
  const file = join(dataDir, 'mailstop.sqlite')
  const isThere = existsSync(file)
  const database = isThere ? openUntouched(file) : new DatabaseSync(':memory:')
  try {
    const row = database.prepare('select sqlite_version() as version').get()
    const tables = stateOf(migrationsOf(database))
    return { version: `SQLite ${String(row?.['version'])}`, tables, clockMs: null }
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
    return {
      version: `Postgres ${found?.version}`,
      tables: found?.tables ? await tablesOf(client) : 'none',
      clockMs: Number(found?.ms) - begun - half,
    }
  })
}

async function tablesOf(client: Client): Promise<Tables> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration')
  const state = stateOf(rows.map(({ name }) => name))
  if (state === 'none' || state === 'too old') return state
  const { areWordsLeft } = await import('../postgres/moved-words.ts')
  const asked = await client.query<{ left: boolean }>(areWordsLeft)
  return asked.rows[0]?.left ? 'unmoved' : state
}

/** Migrations begin with a number of three digits. */
function stateOf(names: readonly string[]): Tables {
  const newest = names.toSorted().at(-1)
  if (newest === undefined) return 'none'
  if (isTooOld(names)) return 'too old'
  if (newest === newestMigration) return 'current'
  return newest > newestMigration ? 'newer' : 'older'
}
