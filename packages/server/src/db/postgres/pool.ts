import { Pool, types, type ClientBase, type PoolClient, type PoolOptions } from 'pg'
import type { BaseLogger } from 'pino'
import { createLifetime, type Lifetime } from '../lifetime.ts'
import { breakOff, createSilenceWatch, type SilenceWatch } from './silence.ts'

export type ConnectionPool = {
  connect(): Promise<PoolClient>
  end(): Promise<void>
  readonly options: PoolOptions
  /** Fails what is under way on a connection of this pool, and trusts no older one. */
  giveUp(client: PoolClient): void
}

/**
 * Connections of one process, by what they are for, so that none waits for a longer one of another
 * kind: however many searches there are, mail is caught and SMTP clients log in.
 */
export type ConnectionPools = ReturnType<typeof createPools>

/**
 * Several processes share a server, so it is no more than they need. Of caught mail two batches are under way,
 * and one of teams that are held; words are made again one batch at a time: two are always left for logins.
 */
const connections = { reading: 8, changing: 6, ingest: 6 }

/** No list, search or count that somebody waits for takes this long. */
const longestReadMs = 25_000

/**
 * How long a statement may have no answer, in milliseconds, before its connection is taken for lost:
 * above what Postgres itself allows it, where that is limited.
 */
export type AnswerLimits = Record<'connecting' | 'ingest' | 'changing' | 'longReads', number>
const longestAnswers: AnswerLimits = {
  connecting: 10_000,
  ingest: 15_000,
  changing: 60_000,
  longReads: 600_000,
}
/** What an answer may take above the limit of Postgres for its statement. */
const wayBackMs = 5_000

/**
 * A transaction holds rows that all processes want, as those that count the mails of a team. One whose
 * process stands still between two statements is ended, so that the others wait no longer than this.
 */
const idleInTransactionMs = 5_000
/** Of a connection that is open and silent; probes follow each second, and ten without answer end it. */
const keepAliveMs = 10_000

const readAsNumbers: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC]

export type PoolsOptions = {
  url: string
  log: BaseLogger
  readTimeoutMs: number | undefined
  answerMs: Partial<AnswerLimits> | undefined
}

export function createPools(options: PoolsOptions) {
  const { url, log, readTimeoutMs = longestReadMs } = options
  const limits = { ...longestAnswers, ...options.answerMs }
  const silence = createSilenceWatch()
  const shared = { url, log, silence, connectMs: limits.connecting }
  const reading = openPool({ ...shared, max: connections.reading, timeoutMs: readTimeoutMs })
  const changing = openPool({ ...shared, max: connections.changing })
  // The statements of a batch are sent together.
  const ingest = openPool({
    ...shared,
    max: connections.ingest,
    timeoutMs: readTimeoutMs,
    pipeline: true,
  })
  const lifetime = createLifetime(async () => {
    await Promise.all([reading, changing, ingest].map((pool) => pool.end()))
  })
  const within = (pool: Pool, answerMs?: number) => lend({ pool, lifetime, silence, answerMs })
  return {
    /** What is asked outside of transactions, for so long and no longer. */
    reading: within(reading, readTimeoutMs + wayBackMs),
    /** Transactions and single changes. */
    changing: within(changing, limits.changing),
    /** Reads that may take long, on the connections for changes. */
    longReads: within(changing, limits.longReads),
    /** Changes of the tables themselves, at the start: as long as it takes. */
    migrating: within(changing),
    /** The writing of caught mail, ids for it, and who logs in by SMTP: nothing that a request asks. */
    ingest: within(ingest, limits.ingest),
    lifetime,
  }
}

type PoolParts = {
  url: string
  log: BaseLogger
  silence: SilenceWatch
  connectMs: number
  max: number
  timeoutMs?: number
  pipeline?: boolean
}

function openPool(parts: PoolParts): Pool {
  const { url, log, silence, connectMs, max, timeoutMs, pipeline = false } = parts
  const pool = new Pool({
    connectionString: url,
    application_name: 'mailstop',
    max,
    pipeline,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types: { getTypeParser },
    async onConnect(client) {
      silence.opened(client)
      silence.bound(client, connectMs)
      await makeDurable(client)
      await limit(client, 'idle_in_transaction_session_timeout', idleInTransactionMs)
      if (timeoutMs !== undefined) await limit(client, 'statement_timeout', timeoutMs)
    },
  })
  // A lost connection fails the query that uses it; the event alone must not end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'An idle database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

type LendingParts = {
  pool: Pool
  lifetime: Lifetime
  silence: SilenceWatch
  answerMs: number | undefined
}

/** As long as a connection is lent the store stays open, and each answer on it comes in time. */
function lend({ pool, lifetime, silence, answerMs }: LendingParts): ConnectionPool {
  async function trustedClient(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if (silence.isTrusted(client)) return client
      breakOff(client)
      client.release(true)
    }
  }

  return {
    options: pool.options,
    async connect() {
      const leave = lifetime.enter()
      try {
        const client = await trustedClient()
        silence.bound(client, answerMs)
        const release = client.release.bind(client)
        client.release = (destroy) => {
          release(destroy)
          leave()
        }
        return client
      } catch (error) {
        leave()
        throw error
      }
    },
    end: () => lifetime.close(),
    giveUp: silence.giveUp,
  }
}

/** Ids, times, counts and sums are JavaScript numbers here as they are on SQLite. */
function getTypeParser(...[type, format]: Parameters<typeof types.getTypeParser>) {
  return readAsNumbers.includes(type) ? Number : types.getTypeParser(type, format)
}

/** A commit is on disk when it returns, whatever the server's default; a stricter one stays. */
async function makeDurable(client: ClientBase): Promise<void> {
  await client.query(`
    select set_config('synchronous_commit', 'on', false)
    where current_setting('synchronous_commit') in ('off', 'local', 'remote_write')`)
}

type LimitName = 'statement_timeout' | 'idle_in_transaction_session_timeout'

/** What takes longer fails; a stricter limit of the server's stays. */
async function limit(client: ClientBase, name: LimitName, ms: number): Promise<void> {
  await client.query(
    `select set_config(name, $2::text, false) from pg_settings
     where name = $1 and setting::bigint not between 1 and $2::bigint`,
    [name, ms],
  )
}
