import type { Meter } from '../lib/process/meter.ts'
import type { Outcome } from './queue-rules.ts'
import type { QueueRow, QueueState, QueueStore, QueueTable } from './queue-store.ts'

type Named = { name: string; help: string }

export type QueueMetrics<T extends QueueTable> = {
  meter: Meter
  /** Rows by state. Ended rows count only for `endedWithinMs`. */
  rows: Named & { states: Record<string, QueueState>; endedWithinMs: number }
  oldest: Named
  attempts: Named & {
    labelNames: string[]
    labelsOf: (row: QueueRow<T>, outcome: Outcome) => Record<string, string>
  }
}

/** Shows the operator what waits, counted when asked, and how attempts of this process ended. */
export function createQueueMetrics<T extends QueueTable>(
  store: Pick<QueueStore<T>, 'countByState' | 'waitingSince'>,
  now: () => number,
  { meter, rows, oldest, attempts }: QueueMetrics<T>,
): (row: QueueRow<T>, outcome: Outcome) => void {
  const registers = [meter.registry]
  const { name, help, states, endedWithinMs } = rows
  const byState = new meter.Gauge({
    name,
    help,
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await store.countByState(now() - endedWithinMs)
      for (const [label, state] of Object.entries(states)) {
        byState.set({ state: label }, counts.get(state) ?? 0)
      }
    },
  })
  const age = new meter.Gauge({
    ...oldest,
    registers,
    async collect() {
      const since = await store.waitingSince()
      age.set(since === null ? 0 : (now() - since) / 1_000)
    },
  })
  const { labelsOf, ...counted } = attempts
  const counter = new meter.Counter({ ...counted, registers })
  return (row, outcome) => counter.inc(labelsOf(row, outcome))
}
