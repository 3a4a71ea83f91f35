import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Database } from '../database.ts'
import { tableSources } from '../mail-sources.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import type { Schema } from '../schema.ts'
import { createSearchShares } from '../search-shares.ts'
import { createTransaction } from '../transaction.ts'
import { createBatchWriter } from './batch-writer.ts'
import { createPools, type ConnectionPool, type PoolsOptions } from './pool.ts'
import { postgres } from './dialect.ts'
import { createRoutedDialect } from './kysely-dialect.ts'
import { reachDatabase } from './reach-database.ts'

/** The store on a Postgres server, which any number of processes share. */
export async function openPostgres(
  options: PoolsOptions & { subscribers: readonly string[] },
): Promise<Database> {
  const { url: databaseUrl, liveUrl } = options
  const way = await reachDatabase({ databaseUrl, liveUrl })
  const pools = createPools({ ...options, way })
  const { lifetime } = pools
  const database = new Kysely<Schema>({ dialect: createRoutedDialect(pools) })
  const asking = (pool: ConnectionPool) =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const ingest = asking(pools.ingestReads)
  const write = await prepare().catch(async (error: unknown) => {
    await lifetime.close()
    throw error
  })

  async function prepare() {
    await migrate(asking(pools.migrating), migrations('postgres'))
    return createBatchWriter(pools.ingest, options.subscribers)
  }

  return {
    dialect: postgres,
    sql: database,
    longReads: asking(pools.longReads),
    ingest,
    sources: tableSources,
    searches: createSearchShares(Math.max(1, (pools.reading.options.max ?? 8) - 2)),
    transaction: createTransaction(asking(pools.changing), lifetime, options.log),
    write: (batch) => lifetime.run(() => write(batch)),
    // They are written with their mail.
    wordsSettled: async () => {},
    onWordsMissed() {},
    // The pools close connections that are idle.
    rest() {},
    freeMemory() {},
    async nextIds(_table, count) {
      const { rows } = await sql<{ id: number }>`
        select nextval('mail_ids') as id from generate_series(1, ${count}::int)`.execute(ingest)
      return rows.map((row) => row.id)
    },
    snapshot: null,
    pools: { isPooled: way.isPooled, figures: pools.figures, faults: () => pools.faults },
    close: () => lifetime.close(),
  }
}
