import { showFigure, type Meter } from '../../lib/process/meter.ts'
import type { ConnectionPools } from './pool.ts'

const gauges = {
  open: 'Connections to Postgres that are open.',
  idle: 'Connections to Postgres that are open and not in use.',
  waiting: 'What waits for a connection to Postgres.',
}

const faults = {
  name: 'mailstop_database_faults_total',
  help: 'Statements and connections that Postgres or the way to it failed, by what was wrong.',
  label: 'fault',
}

export function measurePools(
  meter: Meter,
  pools: Pick<ConnectionPools, 'figures' | 'faults'>,
): void {
  for (const [key, help] of Object.entries(gauges)) {
    const name = `mailstop_database_connections_${key}`
    showFigure(meter, { name, help, label: 'pool' }, () =>
      pools.figures().map((each) => [each.name, each[key as keyof typeof gauges]] as const),
    )
  }
  showFigure(meter, faults, () => pools.faults)
}
