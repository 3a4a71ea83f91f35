import { Pool, types, type ClientBase, type PoolClient, type PoolOptions } from 'pg'
import type { BaseLogger } from 'pino'
import { createLifetime, type Lifetime } from '../lifetime.ts'

export type ConnectionPool = {
  connect(): Promise<PoolClient>
  end(): Promise<void>
  readonly lifetime: Lifetime
  readonly options: PoolOptions
}

/** Connections of one process; several processes share a server, so it is no more than it needs. */
const maximumConnections = 10

const readAsNumbers: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC]

export function createPool(url: string, log: BaseLogger): ConnectionPool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'mailstop',
    max: maximumConnections,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: { getTypeParser },
    // oxlint-disable-next-line typescript/no-misused-promises -- pg waits for it, its types lag
    onConnect: makeDurable,
  })
  // A lost connection fails the query that uses it; the event alone must not end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'An idle database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => {}))

  const lifetime = createLifetime(() => pool.end())
  return {
    lifetime,
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
