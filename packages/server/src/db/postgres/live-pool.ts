import { Pool } from 'pg'
import type { BaseLogger } from 'pino'

/**
 * Connections that carry live events between the processes of one Postgres: one listens, one tells.
 * Apart from the store's, so that neither waits for the other.
 */
export function openLivePool(databaseUrl: string, log: BaseLogger): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'mailstop-live',
    max: 2,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  pool.on('error', (error) => log.warn({ error }, 'A connection for live events was lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
