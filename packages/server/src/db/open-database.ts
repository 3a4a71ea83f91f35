import type { BaseLogger } from 'pino'
import type { SourcesAddress } from '../lib/sources-url.ts'
import type { Database } from './database.ts'
import { usualConnections, type Connections } from '../lib/process/database-connections.ts'
import type { StoreLimits } from './segments/object-store.ts'
import type { AnswerLimits } from './postgres/pool.ts'
import { openSqlite } from './sqlite/open-store.ts'
import type { StartWorker } from './sqlite/sqlite-thread.ts'

export type DatabaseOptions = {
  /** Holds the SQLite file; the caller has locked it (`data-folder-lock.ts`). */
  dataDir: string
  /** `postgres://…`; SQLite when left out. */
  databaseUrl?: string
  /** The same database, for work that needs a session of its own, such as migrations; `databaseUrl` when left out. */
  liveUrl?: string | null
  /** The most connections to Postgres, by purpose. */
  connections?: Connections
  /** The object store that a Postgres uses for sources; in its tables when left out. */
  sourcesAddress?: SourcesAddress
  /** How long one request to it may take. */
  sourcesMs?: Partial<StoreLimits>
  log: BaseLogger
  /** Modules whose `subscriber` turns caught mail into rows; see `caught-mail.ts`. */
  subscribers?: readonly string[]
  /** Threads that answer SQLite's reads. */
  readers?: number
  /** Bytes of the reserve beside SQLite's file, which is emptied when mail is deleted on a full disk. */
  reserveBytes?: number
  /** Starts a thread of SQLite: tests keep theirs, as to start one takes longer than most of them. */
  startWorker?: StartWorker
  readTimeoutMs?: number
  /** How long Postgres may leave a statement without an answer before its connection is given up. */
  answerMs?: Partial<AnswerLimits>
  /** Called when the store cannot go on and the process should end; without it, the process ends. */
  onFatal?: (error: Error) => void
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { dataDir, databaseUrl: url, log, subscribers = [], onFatal = crash } = options
  const { readers = 3, readTimeoutMs, answerMs, sourcesAddress, sourcesMs } = options
  const { liveUrl = null, connections = usualConnections } = options
  if (!url) {
    const { reserveBytes, startWorker } = options
    return openSqlite({ dataDir, log, subscribers, readers, onFatal, reserveBytes, startWorker })
  }
  // Only a process with a Postgres loads the code that talks to it.
  const { openPostgres } = await import('./postgres/open-store.ts')
  const elsewhere = sourcesAddress ? { address: sourcesAddress, limits: sourcesMs } : null
  return openPostgres({
    url,
    liveUrl,
    connections,
    log,
    subscribers,
    readTimeoutMs,
    answerMs,
    elsewhere,
  })
}

function crash(error: Error): void {
  queueMicrotask(() => {
    throw error
  })
}
