import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Database } from '../database.ts'
import { createLifetime } from '../lifetime.ts'
import { refuseEmptiedDatabase, refuseLostDatabase } from '../store-files/lost-parts.ts'
import { makeFolder } from '../store-files/make-folder.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import type { Schema } from '../schema.ts'
import { createTransaction, refuseInsideTransaction } from '../transaction.ts'
import { createSparingLog } from '../../lib/process/sparing-log.ts'
import { createSearchShares } from '../words/search-shares.ts'
import { tableSources } from '../mail/mail-sources.ts'
import { createLateIndex } from './late-index.ts'
import { sqlite } from './dialect.ts'
import { createSqliteDialect } from './kysely-dialect.ts'
import { createNextIds } from './next-ids.ts'
import { createBatchPost } from './post-batch.ts'
import { createReaders } from './readers.ts'
import { createStoreHealth } from './store-health.ts'
import { createReserve } from './reserve.ts'
import type { ThreadSettings } from './protocol.ts'
import { createWriter, startThread, type StartWorker } from './sqlite-thread.ts'
import { copyStore } from './store-copy.ts'

type Options = {
  dataDir: string
  readers: number
  reserveBytes?: number | undefined
  subscribers: readonly string[]
  log: BaseLogger
  onFatal: (error: Error) => void
  startWorker?: StartWorker | undefined
}

/** The store in one file of the data folder, whose lock the caller holds. */
export async function openSqlite(options: Options): Promise<Database> {
  const { dataDir, readers, subscribers, log, onFatal, reserveBytes, startWorker } = options
  makeFolder(dataDir)
  const file = join(dataDir, 'mailstop.sqlite')
  refuseLostDatabase(dataDir)
  const health = createStoreHealth(file)
  const start = (settings: Omit<ThreadSettings, 'file'>) =>
    startThread({ file, ...settings }, onFatal, health.note, startWorker)
  const writing = start({ readOnly: false, subscribers })
  const writer = createWriter(writing)
  const say = createSparingLog(log)
  const reading = createReaders({
    most: readers,
    start: () => start({ readOnly: true, subscribers: [] }),
    instead(command, error) {
      say(
        'error',
        { error },
        'No thread to read by can be started, so the writer reads. Start again',
      )
      return writer.post(command)
    },
  })
  let makeMissed = () => Promise.resolve(false)
  const lateIndex = createLateIndex({
    writeHeld: (held) =>
      writer.post(
        { kind: 'write words', held },
        held.map(({ bytes }) => bytes.buffer),
      ),
    makeMissed: () => makeMissed(),
    log,
  })
  const post = createBatchPost(writer, lateIndex)
  const lifetime = createLifetime(async () => {
    await lateIndex.close()
    // The writer goes last: only it can leave all that was written in the one file.
    await reading.close()
    await writing.close()
  })
  try {
    await writing.open()
    // SQLite opens a file that may not be written as well, and fails at the first write.
    accessSync(file, constants.W_OK)
    const parts = { writer, readers: reading, lifetime }
    const database = new Kysely<Schema>({ dialect: createSqliteDialect(parts) })
    const onLane = (lane: 'ingest' | 'long') =>
      new Kysely<Schema>({ dialect: createSqliteDialect({ ...parts, lane }) })
    await refuseEmptiedDatabase(database, dataDir)
    await migrate(database, migrations('sqlite'))
    const ingest = onLane('ingest')
    const reserve = createReserve({
      file: join(dataDir, 'reserve'),
      ...(reserveBytes && { bytes: reserveBytes }),
      async run(pragma) {
        const answer = await writer.post({ kind: 'query', sql: `pragma ${pragma}`, parameters: [] })
        return Number(Object.values(answer?.rows[0] ?? {})[0])
      },
    })
    if (reserve.isLent()) {
      await reserve
        .keep()
        .catch((error: unknown) => log.warn({ err: error }, 'The reserve cannot be filled'))
    }
    return {
      dialect: sqlite,
      sql: database,
      longReads: onLane('long'),
      ingest,
      sources: tableSources,
      searches: createSearchShares(Math.max(1, readers - 1)),
      transaction: createTransaction(database, lifetime, log),
      write: (batch) => lifetime.run(() => post(batch)),
      async onDisk(mailIds) {
        const rows = await ingest
          .selectFrom('mails')
          .select('id')
          .where('id', 'in', mailIds)
          .execute()
        return new Set(rows.map((row) => row.id))
      },
      async wordsSettled() {
        refuseInsideTransaction()
        return lifetime.run(() => lateIndex.settled())
      },
      onWordsMissed(makeWords) {
        makeMissed = makeWords
        void lateIndex.mend()
      },
      makingRoom: reserve.makingRoom,
      keepReserve: () => lifetime.run(reserve.keep),
      isShortOfRoom: reserve.isLent,
      faults: health.faults,
      rest: reading.rest,
      // A writer that has died has said so.
      freeMemory: () => void writer.post({ kind: 'free memory' }).catch(() => {}),
      nextIds: await createNextIds(database),
      snapshot: () => (copy, onStep) => lifetime.run(() => copyStore(file, copy, onStep)),
      ...withoutPostgres,
      close: () => lifetime.close(),
    }
  } catch (error) {
    await Promise.allSettled([reading.close(), writing.close()])
    throw error
  }
}

const withoutPostgres: Pick<
  Database,
  'connectionsAllowed' | 'measure' | 'words' | 'tasks' | 'removeWords' | 'ranges'
> = {
  connectionsAllowed: async () => null,
  measure() {},
  words: { find: () => Promise.reject(new Error('The words of mail are in its index')) },
  tasks: [],
  // A trigger removes the words of a mail with it.
  async removeWords() {},
  ranges: {
    async prepare() {},
    list: async () => [],
    async close() {},
    empty: async () => false,
    remove: async () => false,
  },
}
