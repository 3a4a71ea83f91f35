import { sql } from 'kysely'
import type { Sql, Tx } from '../../../db/database.ts'
import { inBatches, rowsAtOnce } from '../../../queue/queue-store.ts'
import { isApproved } from './caught-mail-store.ts'

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]
export type DeliveryOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** The mail and recipient of a delivery, as rule, team and mail are now; undefined when the rule is gone. */
export function findOrder(db: Sql, deliveryId: number) {
  return db
    .selectFrom('rule_deliveries as delivery')
    .innerJoin('forwarding_rules as rule', 'rule.id', 'delivery.rule_id')
    .innerJoin('teams', 'teams.id', 'rule.team_id')
    .leftJoin('mails', 'mails.id', 'delivery.mail_id')
    .leftJoin('suppressed_addresses as stop', 'stop.email_key', 'rule.email_key')
    .select(['rule.team_id', 'rule.email', 'rule.email_key', 'teams.name as team'])
    .select('stop.created_at as stopped_at')
    .select(
      sql<number>`case when rule.disabled_at is null and delivery.id > rule.void_until
        and teams.deleted_at is null and ${sql.raw(isApproved)} then 1 else 0 end`.as('applies'),
    )
    .select(['mails.id as mail_id', 'mails.received_at', 'mails.trashed_at'])
    .where('delivery.id', '=', deliveryId)
    .executeTakeFirst()
}

/** The newest first. A mail that was deleted has no subject any more. */
export function listDeliveries(db: Sql, ruleId: number, limit: number) {
  return db
    .selectFrom('rule_deliveries as delivery')
    .leftJoin('mails', (join) =>
      join.onRef('mails.id', '=', 'delivery.mail_id').on('mails.trashed_at', 'is', null),
    )
    .selectAll('delivery')
    .select('mails.subject')
    .where('delivery.rule_id', '=', ruleId)
    .orderBy('delivery.id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Voids what the rule has asked for so far, in the transaction that changes the rule and after it
 * did: mail that is caught meanwhile waits for that, or was written before.
 */
export async function voidDeliveries(tx: Tx, ruleId: number): Promise<void> {
  const newest = tx
    .selectFrom('rule_deliveries')
    .select((row) => row.fn.coalesce(row.fn.max('id'), sql<number>`0`).as('id'))
    .where('rule_id', '=', ruleId)
  await tx
    .updateTable('forwarding_rules')
    .set({ void_until: newest })
    .where('id', '=', ruleId)
    .execute()
}

/** How a delivery ends, and when. */
type Cancelling = { at: number; answer: string }

/** Shows as cancelled what waits and was voided. A delivery that is being sent now ends by itself. */
export function cancelVoided(db: Sql, ruleId: number, ending: Cancelling): Promise<void> {
  const voided = waitingOf(db)
    .where('rule.id', '=', ruleId)
    .whereRef('delivery.id', '<=', 'rule.void_until')
  return cancel(db, voided, ending)
}

/** Shows as cancelled what waits for rules of the team that nothing approves any more. */
export function cancelUnapproved(db: Sql, teamId: number, ending: Cancelling): Promise<void> {
  const unapproved = waitingOf(db)
    .where('rule.team_id', '=', teamId)
    .where(sql<boolean>`not ${sql.raw(isApproved)}`)
  return cancel(db, unapproved, ending)
}

const waitingOf = (db: Sql) =>
  db
    .selectFrom('rule_deliveries as delivery')
    .innerJoin('forwarding_rules as rule', 'rule.id', 'delivery.rule_id')
    .select('delivery.id')
    .where('delivery.state', '=', 'queued')
    .where('delivery.claim', 'is', null)
    .limit(rowsAtOnce)

function cancel(
  db: Sql,
  ids: ReturnType<typeof waitingOf>,
  { at, answer }: Cancelling,
): Promise<void> {
  return inBatches(() =>
    db
      .updateTable('rule_deliveries')
      .set({ state: 'cancelled', settled_at: at, answer })
      .where('id', 'in', ids)
      .where('claim', 'is', null)
      .executeTakeFirst(),
  )
}

/** Postpones at most one batch of due deliveries of a team or address. */
export async function putOff(
  db: Sql,
  of: { team_id: number } | { email_key: string },
  { now, until, answer }: { now: number; until: number; answer: string },
): Promise<void> {
  const rules = db.selectFrom('forwarding_rules').select('id')
  const due = db
    .selectFrom('rule_deliveries')
    .select('id')
    .where('state', '=', 'queued')
    .where('claim', 'is', null)
    .where('due_at', '<=', now)
    .where(
      'rule_id',
      'in',
      'team_id' in of
        ? rules.where('team_id', '=', of.team_id)
        : rules.where('email_key', '=', of.email_key),
    )
    .limit(rowsAtOnce)
  await db
    .updateTable('rule_deliveries')
    .set({ due_at: until, answer })
    .where('id', 'in', due)
    .where('claim', 'is', null)
    .execute()
}

/** Fails what has waited in vain since `before`, also when the process that was sending it has ended. */
export function failOld(db: Sql, before: number, { at, answer }: { at: number; answer: string }) {
  const isFree = sql<boolean>`(claim is null or due_at <= ${at})`
  const old = db
    .selectFrom('rule_deliveries')
    .select('id')
    .where('state', '=', 'queued')
    .where(isFree)
    .where('created_at', '<', before)
    .limit(rowsAtOnce)
  return inBatches(() =>
    db
      .updateTable('rule_deliveries')
      .set({ state: 'failed', settled_at: at, answer, claim: null })
      .where('id', 'in', old)
      .where(isFree)
      .executeTakeFirst(),
  )
}

export function deleteDeliveries(
  db: Sql,
  of: { rule_id: number } | { team_id: number },
): Promise<void> {
  const rules = db.selectFrom('forwarding_rules').select('id')
  const theirs = db
    .selectFrom('rule_deliveries')
    .select('id')
    .where(
      'rule_id',
      'in',
      'team_id' in of ? rules.where('team_id', '=', of.team_id) : [of.rule_id],
    )
    .limit(rowsAtOnce)
  return inBatches(() =>
    db.deleteFrom('rule_deliveries').where('id', 'in', theirs).executeTakeFirst(),
  )
}
