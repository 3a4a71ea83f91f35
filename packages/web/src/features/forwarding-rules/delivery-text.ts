import type { Delivery } from '@mailstop/contract'

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** How far a delivery has got: 'Sent', 'Queued, tried twice. Next try Nov 21, 2026, 9:41 AM'. */
export function deliveryText({ state, attempts, next_attempt_at }: Delivery): string {
  const tried = attempts > 0 ? `, tried ${times(attempts)}` : ''
  if (state === 'sent') return attempts > 1 ? `Sent${tried}` : 'Sent'
  if (state === 'failed') return `Failed${tried}`
  if (state === 'cancelled') return `Cancelled${tried}`
  const next =
    attempts > 0 && next_attempt_at !== null
      ? `. Next try ${moment.format(new Date(next_attempt_at))}`
      : ''
  return `Queued${tried}${next}`
}

function times(count: number): string {
  if (count === 1) return 'once'
  return count === 2 ? 'twice' : `${count} times`
}
