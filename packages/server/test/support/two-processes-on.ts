import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import type { ApiClient } from '../clients/api-client.ts'
import { newPostgres } from './databases.ts'
import { startApp, type RunningApp } from './harness.ts'

/** Two processes of the product on one Postgres, each with `env` in its environment. */
export async function startTwo(env: Record<string, string> = {}) {
  const url = await newPostgres()
  const both = { DATABASE_URL: url, APP_KEY: randomBytes(32).toString('base64'), ...env }
  const [here, there] = await Promise.all([startApp(both), startApp(both)])
  const database = new Client({ connectionString: url })
  await database.connect()
  onTestFinished(() => database.end())
  /** Ends the connections on which the processes hear each other. */
  const deafen = () =>
    database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mailstop-live' and datname = current_database()`,
    )
  return { here, there, database, deafen }
}

/** The same browser at another process. */
export function at({ client }: RunningApp, { cookies }: ApiClient): ApiClient {
  const api = client()
  for (const [name, value] of cookies) api.cookies.set(name, value)
  return api
}
