import type { MailForward } from '@mailstop/contract'
import type { Database, Work } from '../../db/database.ts'
import type { EventBus } from '../../events.ts'
import type { OutboxAttempt } from '../../mailer/outbox.ts'
import { listForwards, settleForward } from './forward-store.ts'

/** What forwarded mail is called in the outbox. */
export const outboxKind = 'forward'

/** Beyond these the oldest are not shown. */
const mostShown = 50

/** Stores to whom mails were sent on and how that ended. */
export function createForwardHistory(deps: { db: Database; events: EventBus; now: () => number }) {
  const { db, events, now } = deps

  async function forwardsOf(mailId: number): Promise<MailForward[]> {
    const rows = await listForwards(db.sql, mailId, mostShown)
    return rows.map(({ id, recipient, by, state, last_error, created_at }) => ({
      id,
      email: recipient,
      by,
      state,
      last_error,
      at: new Date(created_at).toISOString(),
    }))
  }

  /** Shares the transaction that keeps the outcome, so that both are known or neither. */
  async function settle([tx, afterCommit]: Work, attempt: OutboxAttempt): Promise<void> {
    const { row, outcome, answer } = attempt
    if (row.kind !== outboxKind) return
    const mail = await settleForward(tx, row.id, {
      state: outcome === 'sent' || outcome === 'failed' ? outcome : 'queued',
      lastError: outcome === 'sent' ? null : answer,
      at: outcome === 'postponed' ? null : now(),
    })
    if (!mail) return
    const { id: mailId, team_id: teamId, read_at: readAt, flagged_at: flaggedAt } = mail
    const data = { to: mail.recipient, answer }
    const ended = { sent: 'mail.forwarded', failed: 'mail.forward_failed' } as const
    const event = { teamId, userId: null, mailId, readAt, flaggedAt, forwards: true as const }
    afterCommit(() => {
      events.emit('mailUpdated', event)
      if (outcome !== 'sent' && outcome !== 'failed') return
      events.emit('happened', { teamId, event: ended[outcome], mailId, data })
    })
  }

  return { forwardsOf, settle }
}
