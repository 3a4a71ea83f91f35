import { createAdapter } from '@socket.io/postgres-adapter'
import type { Pool } from 'pg'

/**
 * Carries frames between processes over Postgres notifications. While the listening connection is
 * lost nothing is heard from other processes; `onMissed` is called once it is back, so that whoever
 * depends on those frames can be told to look again.
 */
export function createPostgresAdapter(deps: {
  pool: Pool
  onMissed: () => void
  onError: (error: unknown) => void
}) {
  const { pool, onMissed, onError } = deps
  let connections = 0
  // The adapter takes a connection of its own only to listen: at first, and after losing it.
  const listening = {
    query: pool.query.bind(pool),
    async connect() {
      const client = await pool.connect()
      // The adapter forgets a lost connection without giving it back, which the pool's end waits for.
      client.once('end', () => client.release(true))
      connections += 1
      if (connections > 1) onMissed()
      return client
    },
  }
  return createAdapter(listening as unknown as Pool, { errorHandler: onError })
}
