import { Pool, types, type ClientBase, type PoolClient, type PoolOptions } from 'pg'
import type { BaseLogger } from 'pino'
import { createLifetime, type Lifetime } from '../lifetime.ts'

export type ConnectionPool = {
  connect(): Promise<PoolClient>
  end(): Promise<void>
  readonly options: PoolOptions
}

/**
 * Connections of one process, by what they are for, so that none waits for a longer one of another
 * kind: however many searches there are, mail is caught and SMTP clients log in.
 */
export type ConnectionPools = {
  /** What is asked outside of transactions, for so long and no longer. */
  reading: ConnectionPool
  /** Transactions, single changes, and reads that may last: as long as it takes. */
  lasting: ConnectionPool
  /** The writing of caught mail, ids for it, and who logs in by SMTP: nothing that a request asks. */
  catching: ConnectionPool
  readonly lifetime: Lifetime
}

/**
 * Several processes share a server, so it is no more than they need. Caught mail is written one batch
 * at a time, and so are words that are made anew: two are always left for logins.
 */
const connections = { reading: 8, lasting: 6, catching: 4 }

/** No list, search or count that somebody waits for takes this long. */
const longestReadMs = 25_000

const readAsNumbers: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC]

type Options = { url: string; log: BaseLogger; readTimeoutMs?: number }

export function createPools({ url, log, readTimeoutMs = longestReadMs }: Options): ConnectionPools {
  const reading = openPool(url, connections.reading, { log, timeoutMs: readTimeoutMs })
  const lasting = openPool(url, connections.lasting, { log })
  const catching = openPool(url, connections.catching, { log, timeoutMs: readTimeoutMs })
  const lifetime = createLifetime(async () => {
    await Promise.all([reading, lasting, catching].map((pool) => pool.end()))
  })
  return {
    reading: within(lifetime, reading),
    lasting: within(lifetime, lasting),
    catching: within(lifetime, catching),
    lifetime,
  }
}

function openPool(url: string, max: number, limits: { log: BaseLogger; timeoutMs?: number }): Pool {
  const { log, timeoutMs } = limits
  const pool = new Pool({
    connectionString: url,
    application_name: 'mailstop',
    max,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: { getTypeParser },
    async onConnect(client) {
      await makeDurable(client)
      if (timeoutMs !== undefined) await boundStatements(client, timeoutMs)
    },
  })
  // A lost connection fails the query that uses it; the event alone must not end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'An idle database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function within(lifetime: Lifetime, pool: Pool): ConnectionPool {
  return {
    options: pool.options,
    async connect() {
      const leave = lifetime.enter()
      try {
        const client = await pool.connect()
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

/** A statement that takes longer fails; a stricter limit of the server's stays. */
async function boundStatements(client: ClientBase, timeoutMs: number): Promise<void> {
  await client.query(
    `select set_config('statement_timeout', $1::text, false) from pg_settings
     where name = 'statement_timeout' and setting::bigint not between 1 and $1::bigint`,
    [timeoutMs],
  )
}
