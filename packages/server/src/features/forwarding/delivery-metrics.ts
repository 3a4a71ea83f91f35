import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../../db/database.ts'
import { countDeliveries, deliveriesWaitSince } from './delivery-store.ts'

type MetricsDeps = { registry: Registry; db: Database; now: () => number }

const dayMs = 24 * 60 * 60_000

/** How the work on a delivery that was due ended. */
export type DeliveryOutcome = 'sent' | 'postponed' | 'put_off' | 'cancelled' | 'failed'

/**
 * How forwarding by rules fares, for the operator: deliveries are counted when asked, what was tried as
 * it ends. Of those that ended a day is counted, as there may be very many.
 */
export function createDeliveryMetrics({
  registry,
  db,
  now,
}: MetricsDeps): (outcome: DeliveryOutcome) => void {
  const registers = [registry]
  const deliveries = new Gauge({
    name: 'mailstop_deliveries',
    help: 'Mail that forwarding rules send on, of all processes, by state: what is queued, and what ended within a day.',
    labelNames: ['state'],
    registers,
    async collect() {
      const counted = await countDeliveries(db.sql, now() - dayMs)
      for (const [state, count] of counted) deliveries.set({ state }, count)
    },
  })
  const oldest = new Gauge({
    name: 'mailstop_deliveries_oldest_seconds',
    help: 'Age of the oldest delivery that is queued, of all processes; 0 when none is.',
    registers,
    async collect() {
      const since = await deliveriesWaitSince(db.sql)
      oldest.set(since === null ? 0 : (now() - since) / 1_000)
    },
  })
  const outcomes = new Counter({
    name: 'mailstop_delivery_attempts_total',
    help: 'Deliveries that this process worked on, by how that ended.',
    labelNames: ['outcome'],
    registers,
  })
  return (outcome) => outcomes.inc({ outcome })
}
