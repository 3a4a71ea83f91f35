import type { Counter, Gauge, Registry } from 'prom-client'

/** What counts and shows the figures of `/metrics`. A process whose metrics nobody may read has none. */
export type Meter = { Counter: typeof Counter; Gauge: typeof Gauge; registry: Registry }

/** With the figures of the process itself. */
export async function createMeter(): Promise<Meter> {
  // Loaded only here: a start without metrics is quicker, and lighter.
  const prometheus = await import('prom-client')
  const registry = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: registry })
  return { registry, Counter: prometheus.Counter, Gauge: prometheus.Gauge }
}
