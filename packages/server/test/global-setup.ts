import { realpathSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { build, server as serverBuild } from '../../../scripts/lib/builds.mjs'
import { installTools, tools } from '../../../scripts/lib/debian-packages.mjs'
import { migratePostgres, migrateSqlite, sqliteFile } from './support/stores/migrated-databases.ts'
import { startPostgres } from './support/stores/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server's maintenance database; `test/support/databases.ts` creates the databases of tests. */
    postgresUrl: string
    /** An empty but migrated SQLite database, to be copied. */
    migratedSqlite: string
    pythonWithAiosmtpd: string
    pgbouncer: string
  }
}

const cacheFolder = '../../../node_modules/.cache/mailstop/compiled'

/**
 * Runs once before the server's tests: a Postgres of their own, and the program that they start. What it
 * returns runs after them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Every test with a database starts threads; compiled once, they start in a third of the time.
  // oxlint-disable-next-line node/no-process-env -- Node takes this from the environment alone
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, cacheFolder)
  await build(process.execPath, serverBuild)
  await installTools([tools.postgres, tools.pgbouncer, tools.aiosmtpd])
  const python = await tools.aiosmtpd.find()
  if (!python) throw new Error('A Python with aiosmtpd is not found')
  project.provide('pythonWithAiosmtpd', python)
  const pgbouncer = await tools.pgbouncer.find()
  if (!pgbouncer) throw new Error('The program of PgBouncer is not found')
  project.provide('pgbouncer', pgbouncer)
  const initdb = await tools.postgres.find()
  if (!initdb) throw new Error('The programs of the PostgreSQL server are not found')
  const server = await startPostgres(dirname(realpathSync(initdb)))
  project.provide('postgresUrl', server.url)
  const folder = await mkdtemp(join(tmpdir(), 'mailstop-migrated-'))
  await Promise.all([migrateSqlite(folder), migratePostgres(server.url)])
  project.provide('migratedSqlite', join(folder, sqliteFile))
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  }
}
