import type { Meter } from '../../lib/process/meter.ts'
import type { MailSources } from '../database.ts'

/** Drives an alert: while it is 1, mail is refused or cannot be opened. */
export function measureSources({ Gauge, registry }: Meter, sources: MailSources): void {
  const gauge: InstanceType<Meter['Gauge']> = new Gauge({
    name: 'mailstop_object_store_away',
    help: 'Whether the object store of SOURCES_URL refuses to be written or read.',
    registers: [registry],
    collect: () => gauge.set(sources.isAway() ? 1 : 0),
  })
}
