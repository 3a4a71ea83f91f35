import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'

/** A lost connection fails the query that uses it; the event alone must not end the process. */
export function outliveLostConnections(pool: Pool, log: BaseLogger, text: string): void {
  pool.on('error', (error) => {
    const code = 'code' in error ? error.code : undefined
    // The pool attaches the client to the error, with the secret by which its query could be cancelled.
    log.warn({ error: { message: error.message, code } }, text)
  })
  pool.on('connect', (client) => client.on('error', () => {}))
}
