import type { Sql } from '../../db/database.ts'
import { showFigure, type Meter } from '../../lib/process/meter.ts'
import { countWaiting } from './webhook-delivery-store.ts'

const waiting = {
  name: 'mailstop_webhook_deliveries_queued',
  help: 'Events that wait to be sent to webhooks, of all processes.',
}
const attempts = {
  name: 'mailstop_webhook_attempts_total',
  help: 'Events that this process sent to webhooks, by how that ended.',
  labelNames: ['outcome'],
}

export const measureWebhooks = (meter: Meter, sql: Sql): void =>
  showFigure(meter, waiting, () => countWaiting(sql))

export function attemptCounter(meter: Meter) {
  const counter = new meter.Counter({ ...attempts, registers: [meter.registry] })
  return (outcome: 'sent' | 'postponed' | 'failed', events: number) =>
    counter.inc({ outcome }, events)
}
