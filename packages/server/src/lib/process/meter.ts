import type * as client from 'prom-client'

/** Counts and shows the figures of `/metrics`. A process without a metrics token has none. */
export type Meter = Pick<typeof client, 'Counter' | 'Gauge' | 'Histogram'> & {
  registry: client.Registry
}

/** Includes the figures of the process itself. */
export async function createMeter(): Promise<Meter> {
  // Loaded only here: a start without metrics is quicker, and lighter.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return { registry, Counter, Gauge, Histogram }
}
