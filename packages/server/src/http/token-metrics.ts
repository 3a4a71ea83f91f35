import type { Meter } from '../lib/process/meter.ts'

export function tokenRequestCounter(meter: Meter): (scope: string, status: number) => void {
  const counter = new meter.Counter({
    name: 'mailstop_api_requests_total',
    help: 'Requests with a token, by the scope that the call needs and the status of the answer.',
    labelNames: ['scope', 'status'],
    registers: [meter.registry],
  })
  return (scope, status) => counter.inc({ scope, status })
}
