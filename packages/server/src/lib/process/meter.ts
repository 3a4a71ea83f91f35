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

/** Shows what `stats` returns, each figure by its name behind `prefix`. */
export function showFigures<Key extends string>(
  meter: Meter,
  prefix: string,
  figures: Record<Key, { name: string; help: string }>,
  stats: () => Record<Key, number>,
): void {
  for (const key in figures) {
    const { name, help } = figures[key]
    showFigure(meter, { name: `${prefix}${name}`, help }, () => stats()[key])
  }
}

type Figures = number | null | Iterable<readonly [label: string, figure: number]>

/**
 * Shows a figure that is known elsewhere, asked for with each look at `/metrics`; null: there is none now. One that
 * ends in `_total` is a counter.
 */
export function showFigure(
  { Counter, Gauge, registry }: Meter,
  { name, help, label }: { name: string; help: string; label?: string },
  read: () => Figures | Promise<Figures>,
): void {
  const figure = new (name.endsWith('_total') ? Counter : Gauge)({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect() {
      const figures = await read()
      figure.reset()
      if (figures === null) figure.remove()
      else if (typeof figures === 'number') figure.inc(figures)
      else for (const [each, value] of figures) figure.inc({ [label ?? '']: each }, value)
    },
  })
}
