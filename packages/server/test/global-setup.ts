import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { TestProject } from 'vitest/node'
import { installTools, tools } from '../../../scripts/lib/debian-packages.mjs'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the server's maintenance database; `test/databases.ts` makes the ones for tests. */
    postgresUrl: string
  }
}

/** Runs once before the server's tests: a Postgres of their own. What it returns runs after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await installTools([tools.postgres])
  const initdb = await tools.postgres.find()
  if (!initdb) throw new Error('The programs of the PostgreSQL server are not found')
  const server = await startPostgres(dirname(realpathSync(initdb)))
  project.provide('postgresUrl', server.url)
  return server.stop
}
