import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Database } from '../database.ts'
import { tableSources } from '../mail-sources.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import type { Schema } from '../schema.ts'
import { createSearchShares } from '../search-shares.ts'
import { createTransaction } from '../transaction.ts'
import { createBatchWriter, findOnDisk } from './batch-writer.ts'
import { createIdsAhead } from './ids-ahead.ts'
import { createPools, type ConnectionPool, type PoolsOptions } from './pool.ts'
import { postgres } from './dialect.ts'
import { createRoutedDialect } from './kysely-dialect.ts'

/** The store on a Postgres server, which any number of processes share. */
export async function openPostgres(
  options: PoolsOptions & { subscribers: readonly string[] },
): Promise<Database> {
  const pools = createPools(options)
  const { lifetime } = pools
  const database = new Kysely<Schema>({ dialect: createRoutedDialect(pools) })
  const asking = (pool: ConnectionPool) =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const ingest = asking(pools.ingest)
  const write = await prepare().catch(async (error: unknown) => {
    await lifetime.close()
    throw error
  })

  const nextIds = createIdsAhead(async (count) => {
    const { rows } = await sql<{ id: number }>`
      select nextval('mail_ids') as id from generate_series(1, ${count}::int)`.execute(ingest)
    return rows.map((row) => row.id)
  })

  async function prepare() {
    await reach(pools.migrating)
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
    write: (batch, writeOptions) => lifetime.run(() => write(batch, writeOptions)),
    onDisk: (mailIds) => lifetime.run(() => findOnDisk(pools.ingest, mailIds)),
    // They are written with their mail.
    wordsSettled: async () => {},
    onWordsMissed() {},
    // The pools close connections that are idle.
    rest() {},
    freeMemory() {},
    nextIds: (_table, count) => lifetime.run(() => nextIds(count)),
    snapshot: null,
    close: () => lifetime.close(),
  }
}

/** Before anything is asked, so that what keeps the first connection from opening names its setting. */
async function reach(pool: ConnectionPool): Promise<void> {
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database of DATABASE_URL cannot be reached: ${reason}.`, { cause: error })
  }
}
