import { limits } from '@mailstop/contract'
import { patienceMs } from '../../queue/retry-rules.ts'

/** What is to be done with a delivery that is due. Pure: no clock, no database. */
export type DeliveryStep =
  | { do: 'send'; mailId: number; receivedAt: number }
  | { do: 'cancel' | 'fail'; answer: string }
  /** Not an attempt. */
  | { do: 'wait'; until: number; answer: string }

type Order = {
  /** 1 when the rule is enabled and was not changed since, and its team is there. */
  holds: number
  /** When the address said that it wants no more mail. */
  stopped_at: number | null
  mail_id: number | null
  received_at: number | null
  trashed_at: number | null
}

/**
 * A rule that holds no longer stops what it queued, and so does a mail that was deleted: nobody wants
 * that to leave any more. While it can be restored, its deliveries wait.
 */
export function nextStep(
  order: Order | undefined,
  { created_at }: { created_at: number },
  now: number,
): DeliveryStep {
  if (order && order.stopped_at !== null) {
    return { do: 'cancel', answer: 'The address wants no more mail' }
  }
  if (order?.holds !== 1) return { do: 'cancel', answer: 'The rule does not forward any more' }
  const { mail_id: mailId, received_at: receivedAt, trashed_at: trashedAt } = order
  if (mailId === null || receivedAt === null) return { do: 'cancel', answer: deleted }
  if (trashedAt !== null) {
    return {
      do: 'wait',
      until: now + limits.undoMs,
      answer: 'The mail was deleted, but can be restored',
    }
  }
  if (now > created_at + patienceMs + slackMs) return { do: 'fail', answer: outOfTime }
  return { do: 'send', mailId, receivedAt }
}

/** Until an hour's share is free again, unless that is after a delivery's day. */
export function whenOverCap(
  { created_at }: { created_at: number },
  { until, cap }: { until: number; cap: string },
): DeliveryStep {
  if (until > created_at + patienceMs) return { do: 'fail', answer: `${outOfTime}: ${cap}` }
  return { do: 'wait', until, answer: cap }
}

/** How long to leave a relay alone that has failed so often in a row, whatever the mail. */
export const restOfRelay = (failures: number): number =>
  Math.min(5_000 * 2 ** Math.min(failures - 1, 10), 60_000)

/** A last try is due exactly when a delivery's day ends. */
const slackMs = 60_000
const deleted = 'The mail was deleted'
export const outOfTime = 'Not sent within a day'
