import { Kysely, PostgresDialect, sql } from 'kysely'
import { invalid } from '../../errors.ts'
import type { Database, MailSources } from '../database.ts'
import { tableSources } from '../mail/mail-sources.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import type { Schema } from '../schema.ts'
import type { SegmentOptions } from '../segments/open-segments.ts'
import { requireNoSegments } from '../segments/segment-rows.ts'
import { countConnectionsAllowed } from '../store-files/process-table.ts'
import { createSearchShares } from '../words/search-shares.ts'
import { createTransaction } from '../transaction.ts'
import { createBatchWriter, findOnDisk } from './batch-writer.ts'
import { createNextIds } from './next-ids.ts'
import { createStoreHealth } from './store-health.ts'
import { createMailRanges } from './mail-ranges/mail-ranges.ts'
import { withRanges } from './mail-ranges/missing-range.ts'
import { createPools, type ConnectionPool, type PoolsOptions } from './pool.ts'
import { postgres } from './dialect.ts'
import { createRoutedDialect } from './kysely-dialect.ts'
import { requireMovedWords } from './moved-words.ts'
import { reachDatabase } from './reach-database.ts'
import { measurePools } from './pool-metrics.ts'
import { createWordIndexer, indexEveryMs } from './words/work/word-indexer.ts'
import { measureWords } from './words/work/word-metrics.ts'
import { createWordFinders } from './words/word-finders.ts'

type PostgresOptions = PoolsOptions & {
  subscribers: readonly string[]
  /** The object store for sources; null: they are in its tables. */
  elsewhere: Pick<SegmentOptions, 'address' | 'limits'> | null
}

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url: databaseUrl, liveUrl } = options
  const way = await reachDatabase({ databaseUrl, liveUrl })
  const pools = createPools({ ...options, way })
  const { lifetime } = pools
  const database = new Kysely<Schema>({ dialect: createRoutedDialect(pools) })
  const asking = (pool: ConnectionPool) =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const ingest = asking(pools.ingestReads)
  const longReads = asking(pools.longReads)
  const transaction = createTransaction(asking(pools.changing), lifetime, options.log)
  const { write, sources } = await prepare().catch(async (error: unknown) => {
    await lifetime.close()
    throw error
  })

  const nextIds = createNextIds(async (count) => {
    const { rows } = await sql<{ id: number }>`
      select nextval('mail_ids') as id from generate_series(1, ${count}::int)`.execute(ingest)
    return rows.map((row) => row.id)
  })

  async function prepare() {
    await migrate(asking(pools.migrating), migrations('postgres'), requireMovedWords)
    const sources = await openSources()
    return { sources, write: await createBatchWriter(pools.ingest, options.subscribers) }
  }

  async function openSources(): Promise<MailSources> {
    const { elsewhere, log } = options
    if (!elsewhere) {
      await requireNoSegments(database)
      return tableSources
    }
    // Only a process with an object store loads the code that talks to it.
    const { openSegments } = await import('../segments/open-segments.ts')
    return openSegments({ ...elsewhere, log, db: { sql: database, longReads, transaction } })
  }

  let onAwaited = () => {}
  const ranges = createMailRanges(asking(pools.migrating), () => onAwaited())
  const writeInRanges = withRanges(write, ranges)
  const wordIndexer = createWordIndexer({
    store: longReads,
    now: Date.now,
    onAwaited: () => onAwaited(),
    log: options.log,
  })

  return {
    dialect: postgres,
    sql: database,
    longReads,
    ingest,
    sources,
    searches: createSearchShares(Math.max(1, (pools.reading.options.max ?? 8) - 2)),
    transaction,
    write: (batch, writeOptions) => lifetime.run(() => writeInRanges(batch, writeOptions)),
    onDisk: (mailIds) => lifetime.run(() => findOnDisk(pools.ingest, mailIds)),
    // Words are written with their mail. Another process may have found damaged ones since.
    wordsSettled: async () => false,
    onWordsMissed(makeWords) {
      onAwaited = () => void makeWords()
      onAwaited()
    },
    // A server with a full disk writes nothing, not even a deletion.
    makingRoom: (work) => work(),
    async keepReserve() {},
    isShortOfRoom: () => false,
    faults: createStoreHealth(database).faults,
    // The pools close connections that are idle.
    rest: wordIndexer.rest,
    freeMemory() {},
    nextIds: (_table, count) => lifetime.run(() => nextIds(count)),
    snapshot() {
      throw invalid({ store: ['The mail is in Postgres. Back it up with pg_dump.'] })
    },
    connectionsAllowed: async () => (way.isPooled ? null : countConnectionsAllowed(longReads)),
    measure(meter) {
      measureWords(meter, wordIndexer)
      measurePools(meter, pools)
    },
    ranges,
    words: createWordFinders({ store: database, longestMs: options.readTimeoutMs }),
    tasks: [{ name: 'word indexes', everyMs: indexEveryMs, ...wordIndexer }],
    removeWords: wordIndexer.removeOf,
    async close() {
      await wordIndexer.stop()
      sources.close()
      await lifetime.close()
    },
  }
}
