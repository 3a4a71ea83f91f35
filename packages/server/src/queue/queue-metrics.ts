import { showFigure, type Meter } from '../lib/process/meter.ts'
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
  const { states, endedWithinMs, ...byState } = rows
  showFigure(meter, { ...byState, label: 'state' }, async () => {
    const counts = await store.countByState(now() - endedWithinMs)
    return Object.entries(states).map(([label, state]) => [label, counts.get(state) ?? 0] as const)
  })
  showFigure(meter, oldest, async () => {
    const since = await store.waitingSince()
    return since === null ? 0 : (now() - since) / 1_000
  })
  const { labelsOf, ...counted } = attempts
  const counter = new meter.Counter({ ...counted, registers: [meter.registry] })
  return (row, outcome) => counter.inc(labelsOf(row, outcome))
}
