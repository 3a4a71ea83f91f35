import { limits } from '@mailstop/contract'
import { patienceMs } from '../../../queue/queue-rules.ts'
import type { Ending } from '../../../queue/queue.ts'

/** What is to be done with a delivery that is due. Pure: no clock, no database. */
export type DeliveryStep<O> = Ending | { do: 'send'; order: O; mailId: number; receivedAt: number }

type Order = {
  /** 1 when the rule is enabled and was not changed since, and its team is there. */
  applies: number
  /** When the address said that it wants no more mail. */
  stopped_at: number | null
  mail_id: number | null
  received_at: number | null
  trashed_at: number | null
}

/**
 * A rule that no longer applies cancels what it queued, and so does a mail that was deleted. While the
 * mail can be restored, its deliveries wait: each time as long again as the mail has been deleted, so that the waiting deliveries of a
 * team that deleted all its mail hold up nobody.
 */
export function nextStep<O extends Order>(
  order: O | undefined,
  { created_at }: { created_at: number },
  now: number,
): DeliveryStep<O> {
  if (order && order.stopped_at !== null) {
    return { do: 'cancel', answer: 'The recipient has stopped emails from Mailstop' }
  }
  if (order?.applies !== 1) return { do: 'cancel', answer: 'The rule no longer forwards' }
  const { mail_id: mailId, received_at: receivedAt, trashed_at: trashedAt } = order
  if (mailId === null || receivedAt === null) return { do: 'cancel', answer: deleted }
  if (trashedAt !== null) {
    return {
      do: 'wait',
      until: now + Math.max(limits.undoMs, now - trashedAt),
      answer: 'The message was deleted, but can be restored',
    }
  }
  if (now > created_at + patienceMs + slackMs) return { do: 'fail', answer: outOfTime }
  return { do: 'send', order, mailId, receivedAt }
}

/** Until an hour's share is free again, unless that is after a delivery's day. */
export function whenOverCap(
  { created_at }: { created_at: number },
  { until, cap }: { until: number; cap: string },
): Ending {
  if (until > created_at + patienceMs) return { do: 'fail', answer: `${outOfTime}: ${cap}` }
  return { do: 'wait', until, answer: cap }
}

/** A last try is due exactly when a delivery's day ends. */
const slackMs = 60_000
const deleted = 'The message was deleted'
export const outOfTime = 'Not sent within a day'
