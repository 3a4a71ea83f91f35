import type { Logger } from 'pino'

/** What connects processes on one Postgres, which alone needs the code for it. */
export async function openLive(databaseUrl: string, log: Logger) {
  const [{ openLivePool }, { createPostgresAdapter }] = await Promise.all([
    import('./db/postgres/live-pool.ts'),
    import('./realtime/postgres-adapter.ts'),
  ])
  const pool = openLivePool(databaseUrl, log)
  return {
    adapter: (deps: Omit<Parameters<typeof createPostgresAdapter>[0], 'pool'>) =>
      createPostgresAdapter({ pool, ...deps }),
    end: () => pool.end(),
  }
}
