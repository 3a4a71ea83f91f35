import { setImmediate } from 'node:timers/promises'
import { createAdapter } from '@socket.io/postgres-adapter'
import type { Pool } from 'pg'

/** Long, since no process needs to know how many there are, and each would hear the heartbeats of all others. */
const heartbeatMs = 600_000

/**
 * Carries frames between processes over Postgres notifications. Until this process listens, at its start and after a
 * lost connection, it receives nothing from others. `onMissed` is called as soon as it listens again, with the moment
 * when it stopped: subscribers can then look again. Frames sent after that moment arrive. It also receives nothing
 * from namespaces that are not in `heard`; the last one in it must be the last that Socket.IO is asked for.
 */
export function createPostgresAdapter(deps: {
  pool: Pool
  heard: readonly string[]
  onMissed: (since: number) => void
  now: () => number
  onError: (error: unknown) => void
}) {
  const { pool, heard, onMissed, onError, now } = deps
  const listens = heard.map((namespace) => `LISTEN "socket.io#${namespace}"`)
  let lostAt: number | null = now()
  /** Resolves when the adapter listens, or could not connect. */
  let connecting: Promise<void> = Promise.resolve()
  // The adapter takes a connection of its own only to listen: at first, and after losing it.
  const listening = {
    query: pool.query.bind(pool),
    async connect() {
      const { promise, resolve: settle } = Promise.withResolvers<void>()
      connecting = promise
      const client = await pool.connect().catch((error: unknown) => {
        settle()
        throw error
      })
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
        const [text] = args
        const isListen = typeof text === 'string' && text.startsWith('LISTEN ')
        if (!isListen) return ask(...args)
        if (!listens.includes(text)) return Promise.resolve()
        return (ask(...args) as Promise<unknown>).then(
          (result) => {
            if (text !== listens.at(-1)) return result
            if (lostAt !== null) onMissed(lostAt)
            lostAt = null
            settle()
            return result
          },
          (error: unknown) => {
            settle()
            throw error
          },
        )
      }
      Object.assign(client, { query })
      return client
    },
  }
  const create = createAdapter(listening as unknown as Pool, {
    errorHandler: onError,
    heartbeatInterval: heartbeatMs,
    heartbeatTimeout: 2 * heartbeatMs,
  })
  // Socket.IO calls it with `new`, which an arrow function does not allow.
  return function (...args: Parameters<typeof create>) {
    const adapter = create(...args)
    const close = adapter.close.bind(adapter)
    return Object.assign(adapter, {
      /** A connection that the adapter does not have yet would not be released. */
      async close() {
        await connecting
        await setImmediate()
        close()
      },
    })
  }
}
