import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import type { OutboxOptions } from '../mailer/outbox.ts'
import { countMails, waitingSince } from './queue-store.ts'

type MetricsDeps = { registry: Registry; db: Database; now: () => number }

/** How the outbox fares, for the operator: what waits is counted when asked, attempts as they end. */
export function createOutboxMetrics({
  registry,
  db,
  now,
}: MetricsDeps): NonNullable<OutboxOptions['onOutcome']> {
  const registers = [registry]
  const mails = new Gauge({
    name: 'mailstop_outbox_mails',
    help: 'Mail in the outbox by state, of all processes.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { waiting, given_up } = await countMails(db.sql)
      mails.set({ state: 'waiting' }, waiting)
      mails.set({ state: 'given_up' }, given_up)
    },
  })
  const oldest = new Gauge({
    name: 'mailstop_outbox_oldest_seconds',
    help: 'Age of the oldest mail that waits to be sent, of all processes; 0 when none waits.',
    registers,
    async collect() {
      const since = await waitingSince(db.sql)
      oldest.set(since === null ? 0 : (now() - since) / 1_000)
    },
  })
  const outcomes = new Counter({
    name: 'mailstop_outbox_attempts_total',
    help: 'Attempts of this process to send mail, by what it is and how they ended.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  return (kind, outcome) => outcomes.inc({ kind, outcome })
}
