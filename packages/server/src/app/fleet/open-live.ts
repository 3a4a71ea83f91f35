import type { Logger } from 'pino'
import { showFigure, type Meter } from '../../lib/process/meter.ts'

/** Connects processes on one Postgres, which alone needs this code. */
export async function openLive(databaseUrl: string, log: Logger) {
  const [{ openLivePool }, { createPostgresAdapter }] = await Promise.all([
    import('../../db/postgres/live-pool.ts'),
    import('../../realtime/postgres-adapter.ts'),
  ])
  const pool = openLivePool(databaseUrl, log)
  const asked = new Set<Promise<unknown>>()
  const stats = { interruptions: 0, unsent: 0 }
  let hasHeard = false
  const ask = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  // The sender does not wait for frames to other processes, but the end does.
  const query = (...args: unknown[]) => {
    const answer = ask(...args)
    const settled: Promise<unknown> = answer.then(
      () => asked.delete(settled),
      () => {
        stats.unsent += 1
        asked.delete(settled)
      },
    )
    asked.add(settled)
    return answer
  }
  Object.assign(pool, { query })
  return {
    adapter: (deps: Omit<Parameters<typeof createPostgresAdapter>[0], 'pool'>) =>
      createPostgresAdapter({
        pool,
        ...deps,
        onMissed(since) {
          // Nothing was missed before the first time.
          if (hasHeard) stats.interruptions += 1
          hasHeard = true
          deps.onMissed(since)
        },
      }),
    stats: () => stats,
    async end(): Promise<void> {
      while (asked.size > 0) await Promise.all(asked)
      await pool.end()
    },
  }
}

const liveCounters = {
  interruptions: 'Times after which this process may have missed live events of others.',
  unsent: 'Live events that could not be sent to the other processes.',
}

export function countLive(
  meter: Meter,
  stats: () => Record<keyof typeof liveCounters, number>,
): void {
  for (const [key, help] of Object.entries(liveCounters)) {
    const name = `mailstop_live_${key}_total`
    showFigure(meter, { name, help }, () => stats()[key as keyof typeof liveCounters])
  }
}
