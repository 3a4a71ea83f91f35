import { tmpdir } from 'node:os'
import { Client } from 'pg'
import { pino } from 'pino'
import { openDatabase } from '../../../src/db/open-database.ts'

/**
 * An empty but migrated database of each kind, made once before the tests. Copying it costs a small
 * part of the time and of the processor that migrating takes.
 */
export const migratedDatabase = 'migrated'
export const sqliteFile = 'mailstop.sqlite'

const log = pino({ level: 'silent' })

export async function migrateSqlite(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, log, readers: 1 })
  await database.close()
}

/** `serverUrl` names the server's maintenance database. */
export async function migratePostgres(serverUrl: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await copyDatabase(client, 'template0', migratedDatabase)
  await client.end()
  const databaseUrl = urlOfDatabase(serverUrl, migratedDatabase)
  const database = await openDatabase({ dataDir: tmpdir(), databaseUrl, log })
  await database.close()
}

/**
 * Creates a database of this name as a copy of `template`. Postgres 15 and later would copy block by
 * block through their log, which costs twenty times as much processor time as copying the files.
 */
export async function copyDatabase(client: Client, template: string, name: string): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const strategy = (rows[0]?.version ?? 0) >= 150_000 ? 'strategy file_copy' : ''
  await client.query(`create database ${name} template ${template} ${strategy}`)
}

export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
