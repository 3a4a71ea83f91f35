import { createAdapter } from '@socket.io/postgres-adapter'
import type { Pool } from 'pg'

/**
 * Carries frames between processes over Postgres notifications. Until this process listens, at its
 * start and after a lost connection, it receives nothing from others. `onMissed` is called as soon
 * as it listens again, with the moment since when it did not: their subscribers can then look
 * again. Frames sent after that moment arrive.
 */
export function createPostgresAdapter(deps: {
  pool: Pool
  onMissed: (since: number) => void
  now: () => number
  onError: (error: unknown) => void
}) {
  const { pool, onMissed, onError, now } = deps
  let lostAt: number | null = now()
  // The adapter takes a connection of its own only to listen: at first, and after losing it.
  const listening = {
    query: pool.query.bind(pool),
    async connect() {
      const client = await pool.connect()
      // The adapter drops a lost connection without releasing it, and the end of the pool waits for
      // the release.
      client.once('end', () => {
        lostAt ??= now()
        client.release(true)
      })
      const ask = client.query.bind(client) as (...args: unknown[]) => unknown
      // When the adapter closes, the connection returns to the pool, which uses it for other
      // queries.
      const query = (...args: unknown[]) => {
        const answer = ask(...args)
        const [text] = args
        if (typeof text !== 'string' || !text.startsWith('LISTEN ')) return answer
        return (answer as Promise<unknown>).then((result) => {
          if (lostAt !== null) onMissed(lostAt)
          lostAt = null
          return result
        })
      }
      Object.assign(client, { query })
      return client
    },
  }
  return createAdapter(listening as unknown as Pool, { errorHandler: onError })
}
