import type { Meter } from '../lib/process/meter.ts'
import type { Database } from './database.ts'

/** What one batch takes, and what the database itself measures. */
export function measureStore(meter: Meter, db: Database): void {
  const registers = [meter.registry]
  const batches = new meter.Histogram({
    name: 'mailstop_batch_seconds',
    help: 'Time to write one batch of caught mail or of its words, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
    registers,
  })
  const write = db.write.bind(db)
  db.write = async (batch) => {
    const end = batches.startTimer()
    try {
      await write(batch)
      end({ outcome: 'written' })
    } catch (error) {
      end({ outcome: 'failed' })
      throw error
    }
  }
  db.measure(meter)
}
