import type { Meter } from '../lib/process/meter.ts'
import type { Database } from './database.ts'

type LeaseDeps = { db: Pick<Database, 'sql'>; metrics: Meter; now: () => number }

/** Shows in every process how long ago one of them took a lease: an age that only grows means that none works. */
export function measureLeases({ db, metrics, now }: LeaseDeps): void {
  const gauge = new metrics.Gauge({
    name: 'mailstop_lease_age_seconds',
    help: 'Time since a process last took the lease of this work, such as sweeping: once a minute or more often.',
    labelNames: ['lease'],
    registers: [metrics.registry],
    async collect() {
      gauge.reset()
      const leases = await db.sql.selectFrom('leases').select(['name', 'taken_at']).execute()
      for (const { name, taken_at } of leases) {
        if (taken_at > 0) gauge.set({ lease: name }, Math.max(0, now() - taken_at) / 1_000)
      }
    },
  })
}
