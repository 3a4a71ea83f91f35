import type { Logger } from 'pino'

/** What is heard between processes on one Postgres, which alone needs the code for it. */
export async function openLive(databaseUrl: string, log: Logger) {
  const [{ openLivePool }, { createPostgresAdapter }] = await Promise.all([
    import('./db/postgres/live-pool.ts'),
    import('./realtime/postgres-adapter.ts'),
  ])
  return { pool: openLivePool(databaseUrl, log), createPostgresAdapter }
}
