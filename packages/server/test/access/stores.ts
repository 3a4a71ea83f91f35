import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { newPostgres } from '../support/databases.ts'
import { startApp, type RunningApp } from '../support/harness.ts'
import { digestsOfAllRows, digestOfPostgres } from '../routes/all-rows.ts'
import { isNightly } from '../nightly.ts'

/** The product on a database, with a way past it to the rows. */
export type OnStore = {
  running: RunningApp
  /** Runs one statement; returns its rows. */
  run(statement: string): Promise<Record<string, unknown>[]>
  /** Covers everything that is stored but what counts attempts, and leases. */
  digest(): Promise<Record<string, string>>
}

export const stores: { name: string; start: (env?: Record<string, string>) => Promise<OnStore> }[] =
  [
    { name: 'SQLite', start: startOnSqlite },
    { name: 'Postgres', start: startOnPostgres },
  ]

/** What asks both databases in the same SQL is tried on SQLite alone by day. */
export const alikeStores = isNightly ? stores : stores.slice(0, 1)

async function startOnSqlite(env: Record<string, string> = {}): Promise<OnStore> {
  return onSqlite(await startApp(env))
}

export function onSqlite(running: RunningApp): OnStore {
  const file = join(running.dataDir, 'mailstop.sqlite')
  const digest = digestsOfAllRows(running.dataDir)
  return {
    running,
    run: (statement) => runOnFile(file, statement),
    digest: async () => digest(),
  }
}

async function startOnPostgres(env: Record<string, string> = {}): Promise<OnStore> {
  const url = await newPostgres()
  const appKey = randomBytes(32).toString('base64')
  const running = await startApp({ DATABASE_URL: url, APP_KEY: appKey, ...env })
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return {
    running,
    run: async (statement) => (await client.query<Record<string, unknown>>(statement)).rows,
    digest: () => digestOfPostgres(client),
  }
}

/** Never waits for the writer within a call: the writer may be waiting for this thread. */
export async function runOnFile(
  file: string,
  statement: string,
): Promise<Record<string, unknown>[]> {
  for (let turn = 0; turn < 2_000; turn += 1) {
    const database = new DatabaseSync(file)
    try {
      return database.prepare(statement).all()
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('locked'))) throw error
    } finally {
      database.close()
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('The database stays locked')
}
