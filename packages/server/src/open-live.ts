import type { Logger } from 'pino'

/** What connects processes on one Postgres, which alone needs the code for it. */
export async function openLive(databaseUrl: string, log: Logger) {
  const [{ openLivePool }, { createPostgresAdapter }] = await Promise.all([
    import('./db/postgres/live-pool.ts'),
    import('./realtime/postgres-adapter.ts'),
  ])
  const pool = openLivePool(databaseUrl, log)
  const asked = new Set<Promise<unknown>>()
  const ask = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  // What is sent to other processes is not awaited by its sender, but by the end.
  const query = (...args: unknown[]) => {
    const answer = ask(...args)
    const settled: Promise<unknown> = answer.then(
      () => asked.delete(settled),
      () => asked.delete(settled),
    )
    asked.add(settled)
    return answer
  }
  Object.assign(pool, { query })
  return {
    adapter: (deps: Omit<Parameters<typeof createPostgresAdapter>[0], 'pool'>) =>
      createPostgresAdapter({ pool, ...deps }),
    async end(): Promise<void> {
      while (asked.size > 0) await Promise.all(asked)
      await pool.end()
    },
  }
}
