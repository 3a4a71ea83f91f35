import { showFigure, type Meter } from '../../../lib/process/meter.ts'
import type { Waits } from './waits.ts'

/** Up to the longest wait, in seconds. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 50]

export function measureWaits(meter: Meter, waits: Pick<Waits, 'open' | 'onEnded'>): void {
  const help = 'Requests that are held open until a mail arrives.'
  showFigure(meter, { name: 'mailstop_waits_open', help }, waits.open)
  const histogram = new meter.Histogram({
    name: 'mailstop_wait_seconds',
    help: 'How long waits for a mail were held, by what ended them.',
    labelNames: ['outcome'],
    buckets,
    registers: [meter.registry],
  })
  waits.onEnded((outcome, ms) => histogram.observe({ outcome }, ms / 1_000))
}
