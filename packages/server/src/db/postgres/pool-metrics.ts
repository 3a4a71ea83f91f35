import type { Meter } from '../../lib/process/meter.ts'
import type { ConnectionPools } from './pool.ts'

export function measurePools(
  meter: Meter,
  pools: Pick<ConnectionPools, 'figures' | 'faults'>,
): void {
  const registers = [meter.registry]
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
      for (const [fault, count] of pools.faults) faults.inc({ fault }, count)
    },
  })
}
