import { Pool, types, type PoolClient, type PoolOptions } from 'pg'
import type { BaseLogger } from 'pino'
import { createLifetime, type Lifetime } from '../lifetime.ts'
import type { StoreTrouble } from '../dialect.ts'
import { storeTrouble } from '../store-faults.ts'
import type { Connections } from '../../lib/process/database-connections.ts'
import { outliveLostConnections } from './lost-connections.ts'
import { asTransactions, withinTransactions } from './pooled-client.ts'
import { sessionLimits, settingsFor } from './session-limits.ts'
import type { DatabaseWay } from './reach-database.ts'
import { breakOff, createSilenceWatch, type SilenceWatch } from './silence.ts'

export type ConnectionPool = {
  connect(): Promise<PoolClient>
  end(): Promise<void>
  readonly options: PoolOptions
  /** Fails the statement under way on a connection of this pool, and trusts no older connection. */
  giveUp(client: PoolClient): void
  /** Each transaction begins with these, on a session that others share; null: the session is ours, and has them. */
  readonly settings: readonly string[] | null
}

/**
 * Connections of one process, by purpose, so that none waits for a longer one of another kind: however many searches
 * there are, mail is caught and SMTP clients log in.
 */
export type ConnectionPools = ReturnType<typeof createPools>

/** No list, search or count that a request waits for takes this long. */
export const longestReadMs = 25_000

/**
 * How long a statement may have no answer, in milliseconds, before its connection is taken for lost: longer than the
 * limit of Postgres itself, where there is one.
 */
export type AnswerLimits = Record<'connecting' | 'ingest' | 'changing' | 'longReads', number>
const longestAnswers: AnswerLimits = {
  connecting: 10_000,
  ingest: 15_000,
  changing: 60_000,
  longReads: 600_000,
}
/** Time of an answer beyond the limit of Postgres for its statement. */
const wayBackMs = 5_000

/**
 * Probes begin when an open connection was silent for this long; they follow each second, and ten without answer end
 * it.
 */
const keepAliveMs = 10_000

const readAsNumbers: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC]

export type PoolsOptions = {
  /** Used to change the tables themselves; may be the same URL. */
  liveUrl: string | null
  url: string
  connections: Connections
  log: BaseLogger
  readTimeoutMs: number | undefined
  answerMs: Partial<AnswerLimits> | undefined
}

export function createPools(options: PoolsOptions & { way: DatabaseWay }) {
  const { url, liveUrl, log, way, connections, readTimeoutMs = longestReadMs } = options
  const limits = { ...longestAnswers, ...options.answerMs }
  const faults = new Map<StoreTrouble, number>()
  const count = (error: unknown) => {
    const fault = storeTrouble(error)
    if (fault) faults.set(fault, (faults.get(fault) ?? 0) + 1)
  }
  const silence = createSilenceWatch(count)
  const shared = { url, log, silence, connectMs: limits.connecting, isPooled: way.isPooled }
  const reading = openPool({ ...shared, max: connections.reading, timeoutMs: readTimeoutMs })
  const changing = openPool({ ...shared, max: connections.changing })
  // The statements of a batch are sent together.
  const ingest = openPool({
    ...shared,
    max: connections.ingest,
    timeoutMs: readTimeoutMs,
    pipeline: true,
  })
  // It has connections only while the tables change.
  const session = { ...shared, url: liveUrl ?? url, isPooled: false, max: 2 }
  const migrating = liveUrl === null ? null : openPool(session)
  const pools = { reading, changing, ingest }
  const lifetime = createLifetime(async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.end()))
    await migrating?.end()
  })
  const onNone = count
  const lending = { lifetime, silence, onNone, settings: null, areTransactions: false }
  // What a session of its own keeps is set again in each transaction through a pooler.
  const settingsOf = (timeoutMs?: number) =>
    way.isPooled ? settingsFor('transaction', way.limits, timeoutMs) : null
  const within = (pool: Pool, answerMs?: number, timeoutMs?: number) =>
    lend({ ...lending, pool, answerMs, settings: settingsOf(timeoutMs) })
  const bounded = (pool: Pool, answerMs: number) =>
    lend({
      ...lending,
      pool,
      answerMs,
      settings: settingsOf(readTimeoutMs),
      areTransactions: way.isPooled,
    })
  return {
    /** What is asked outside of transactions, for so long and no longer. */
    reading: bounded(reading, readTimeoutMs + wayBackMs),
    /** Transactions and single changes. */
    changing: within(changing, limits.changing),
    /** Reads that may take long, on the connections for changes. */
    longReads: within(changing, limits.longReads),
    /** Changes of the tables themselves, at the start: as long as it takes. */
    migrating: migrating
      ? lend({ ...lending, pool: migrating, answerMs: undefined })
      : within(changing),
    /** The writing of caught mail. */
    ingest: within(ingest, limits.ingest, readTimeoutMs),
    /** Ids for caught mail, and who logs in by SMTP: single reads, and nothing that a request asks. */
    ingestReads: bounded(ingest, limits.ingest),
    lifetime,
    faults,
    /** Reports how many connections each pool has, and how much waits for one. */
    figures: () =>
      Object.entries(pools).map(([name, pool]) => ({
        name,
        open: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      })),
  }
}

type PoolParts = {
  url: string
  log: BaseLogger
  silence: SilenceWatch
  connectMs: number
  /** The session is another after each transaction: what it is set to would be another's. */
  isPooled: boolean
  max: number
  timeoutMs?: number
  pipeline?: boolean
}

function openPool(parts: PoolParts): Pool {
  const { url, log, silence, connectMs, isPooled, max, timeoutMs, pipeline = false } = parts
  const pool = new Pool({
    connectionString: url,
    application_name: 'mailstop',
    max,
    // What makes a transaction of a statement is sent together with it.
    pipeline: pipeline || isPooled,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types: { getTypeParser },
    async onConnect(client) {
      silence.opened(client)
      silence.bound(client, connectMs)
      if (isPooled) return
      const settings = settingsFor('session', await sessionLimits(client), timeoutMs)
      if (settings.length > 0) await client.query(settings.join('; '))
    },
  })
  outliveLostConnections(pool, log, 'An idle database connection was lost')
  return pool
}

type LendingParts = {
  pool: Pool
  lifetime: Lifetime
  silence: SilenceWatch
  /** No connection could be had. */
  onNone: (error: unknown) => void
  answerMs: number | undefined
  /** Set within each transaction; null: the session has them. */
  settings: readonly string[] | null
  /** Each statement is a transaction of its own. */
  areTransactions: boolean
}

/** The store stays open while a connection is lent, and each answer on it comes in time. */
function lend(parts: LendingParts): ConnectionPool {
  const { pool, lifetime, silence, answerMs, settings, areTransactions } = parts

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
      const client = await trustedClient().catch((error: unknown) => {
        leave()
        parts.onNone(error)
        throw error
      })
      silence.bound(client, answerMs)
      const release = client.release.bind(client)
      client.release = (destroy) => {
        release(destroy)
        leave()
      }
      if (settings !== null) withinTransactions(client, settings)
      if (areTransactions) asTransactions(client)
      return client
    },
    end: () => lifetime.close(),
    giveUp: silence.giveUp,
    settings,
  }
}

/** Types of lists of ids, which `pg` would return as strings. */
const readAsIds: readonly number[] = [1016]

const comma = 0x2c
const end = 0x7d

/** Reads `{1,2}`. Searches read very many: `split` would take ten times as long. */
function idsOf(list: string): number[] {
  const found: number[] = []
  let value = 0
  for (let at = 1; at < list.length && list !== '{}'; at++) {
    const code = list.charCodeAt(at)
    const digit = code - 48
    if (digit >= 0 && digit <= 9) value = 10 * value + digit
    else if (code === comma || (code === end && at === list.length - 1)) {
      found.push(value)
      value = 0
    } else throw new Error(`A list of ids has a ${list[at]}`)
  }
  return found
}

/** Ids, times, counts and sums are JavaScript numbers here as they are on SQLite. */
function getTypeParser(...[type, format]: Parameters<typeof types.getTypeParser>) {
  if (readAsIds.includes(type)) return idsOf
  return readAsNumbers.includes(type) ? Number : types.getTypeParser(type, format)
}
