import type { Delivery } from '@mailstop/contract'
import { shortDateTime } from '../../ui/texts/date-texts.ts'

export type Progress = Pick<Delivery, 'state' | 'attempts' | 'next_attempt_at'>

const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)

/** How far a delivery has got: 'Sent', 'Queued, tried twice. Next try Nov 21, 2026, 9:41 AM'. */
export function deliveryText({ state, attempts, next_attempt_at }: Progress): string {
  const tried = attempts > 0 ? `, tried ${times(attempts)}` : ''
  if (state === 'sent') return attempts > 1 ? `Sent${tried}` : 'Sent'
  if (state === 'failed') return `Failed${tried}`
  if (state === 'cancelled') return `Cancelled${tried}`
  const next =
    attempts > 0 && next_attempt_at !== null ? `. Next try ${shortDateTime(next_attempt_at)}` : ''
  return `Queued${tried}${next}`
}
