import { showFigure, type Meter } from '../lib/process/meter.ts'
import type { Database } from './database.ts'

const leaseAge = {
  name: 'mailstop_lease_age_seconds',
  help: 'Time since a process last took the lease of this work, such as sweeping: once a minute or more often.',
  label: 'lease',
}

const away = {
  name: 'mailstop_object_store_away',
  help: 'Whether the object store of SOURCES_URL refuses to be written or read.',
}

/** What one batch takes, what the database itself measures, and what says that work stands still. */
export function measureStore(
  meter: Meter,
  { db, hasObjectStore, now }: { db: Database; hasObjectStore: boolean; now: () => number },
): void {
  const batches = new meter.Histogram({
    name: 'mailstop_batch_seconds',
    help: 'Time to write one batch of caught mail or of its words, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
    registers: [meter.registry],
  })
  const write = db.write.bind(db)
  db.write = async (...batch) => {
    const end = batches.startTimer()
    try {
      await write(...batch)
      end({ outcome: 'written' })
    } catch (error) {
      end({ outcome: 'failed' })
      throw error
    }
  }
  db.measure(meter)
  // Drives an alert: while it is 1, mail is refused or cannot be opened.
  if (hasObjectStore) showFigure(meter, away, () => (db.sources.isAway() ? 1 : 0))
  // Shown in every process: an age that only grows means that none works.
  showFigure(meter, leaseAge, async () => {
    const leases = await db.sql.selectFrom('leases').select(['name', 'taken_at']).execute()
    return leases
      .filter(({ taken_at }) => taken_at > 0)
      .map(({ name, taken_at }) => [name, Math.max(0, now() - taken_at) / 1_000] as const)
  })
}
