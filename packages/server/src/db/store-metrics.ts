import type { Meter } from '../lib/process/meter.ts'
import type { Database } from './database.ts'

/** What one batch takes, and what pools of Postgres have. */
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
  measureWords(meter, db)
  const { pools } = db
  if (!pools) return
  const gauges = {
    open: 'Connections to Postgres that are open.',
    idle: 'Connections to Postgres that are open and not in use.',
    waiting: 'What waits for a connection to Postgres.',
  }
  for (const [key, help] of Object.entries(gauges)) {
    const gauge = new meter.Gauge({
      name: `mailstop_database_connections_${key}`,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const figures of pools.figures()) {
          gauge.set({ pool: figures.name }, figures[key as keyof typeof gauges])
        }
      },
    })
  }
  const faults = new meter.Counter({
    name: 'mailstop_database_faults_total',
    help: 'Statements and connections that Postgres or the way to it failed, by what was wrong.',
    labelNames: ['fault'],
    registers,
    collect() {
      faults.reset()
      for (const [fault, count] of pools.faults()) faults.inc({ fault }, count)
    },
  })
}

type Waiting = { mails: number; ms: number }

/** One process makes word indexes: the others have no number, and none on SQLite has. */
function measureWords(meter: Meter, { wordIndexer }: Pick<Database, 'wordIndexer'>): void {
  const figures = {
    mailstop_words_waiting_mails: {
      help: 'Mails of teams that have enough for a word index which is not made yet.',
      of: ({ mails }: Waiting) => mails,
    },
    mailstop_words_oldest_seconds: {
      help: 'The longest time since one of these teams had enough, or an index of it was made.',
      of: ({ ms }: Waiting) => ms / 1_000,
    },
  }
  for (const [name, { help, of }] of Object.entries(figures)) {
    const gauge = new meter.Gauge({
      name,
      help,
      registers: [meter.registry],
      collect() {
        const waiting = wordIndexer?.waiting() ?? null
        if (waiting === null) gauge.remove()
        else gauge.set(of(waiting))
      },
    })
  }
}
