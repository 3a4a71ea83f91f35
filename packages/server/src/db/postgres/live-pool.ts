import { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import { outliveLostConnections } from './lost-connections.ts'
import { createSilenceWatch } from './silence.ts'

const answerMs = 10_000

/**
 * Connections that carry live events between the processes of one Postgres: one listens, one sends. They are apart
 * from the store's, so that neither waits for the other.
 */
export function openLivePool(databaseUrl: string, log: BaseLogger): Pool {
  const silence = createSilenceWatch()
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'mailstop-live',
    max: 2,
    connectionTimeoutMillis: 10_000,
    // Notices a connection that was lost in silence, though all it does is to listen.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Bounds the queries of the pool itself, after which it closes the connection.
    query_timeout: answerMs,
    async onConnect(client) {
      silence.bound(client, answerMs)
    },
  })
  outliveLostConnections(pool, log, 'A connection for live events was lost')
  return pool
}
