import type { Delivery, Rule } from '@mailstop/contract'
import type { DeliveryRow } from '../delivery/delivery-store.ts'
import { inboxReferenceOf } from '../../../db/known-inbox.ts'
import { statusOf } from './rule-status.ts'
import type { RuleRow } from './rule-store.ts'

export function ruleView(row: RuleRow): Rule {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    status: statusOf(row),
    rules: { from: row.from_pattern, to: row.to_pattern, subject: row.subject_pattern },
    inbox: inboxReferenceOf(row),
    withdrawn_at: timeOrNull(row.suppressed_at ?? row.withdrawn_at),
    created_at: time(row.created_at),
  }
}

export function deliveryView(row: DeliveryRow): Delivery {
  const { mail_id: mailId, subject } = row
  return {
    id: row.id,
    // A mail that was deleted is gone for its readers, though it can still be restored.
    mail: mailId !== null && subject !== null ? { id: mailId, subject } : null,
    state: row.state,
    attempts: row.attempts,
    answer: row.answer,
    created_at: time(row.created_at),
    next_attempt_at: row.state === 'queued' ? time(row.due_at) : null,
    settled_at: timeOrNull(row.settled_at),
  }
}

const time = (at: number) => new Date(at).toISOString()
const timeOrNull = (at: number | null) => (at === null ? null : time(at))
