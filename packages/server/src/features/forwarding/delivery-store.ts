import { sql, type Updateable } from 'kysely'
import type { Database, Sql, Tx } from '../../db/database.ts'
import { isApproved } from '../../db/rule-deliveries.ts'
import type { Schema } from '../../db/schema.ts'

export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>
export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]
export type DeliveryOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>

type DeliveryState = DeliveryRow['state']
const states: DeliveryState[] = ['queued', 'sent', 'failed', 'cancelled']

/** Rows changed by one statement, so that none holds the writer for long. */
const rowsAtOnce = 500

/** Takes the delivery that has been due longest, for `claim`, until `until`; undefined when none is due. */
export function claimDelivery(
  { dialect, sql }: Pick<Database, 'dialect' | 'sql'>,
  { claim, now, until }: { claim: string; now: number; until: number },
) {
  const next = sql
    .selectFrom('rule_deliveries')
    .select('id')
    .where('state', '=', 'queued')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
  return sql
    .updateTable('rule_deliveries')
    .set((column) => ({ claim, due_at: until, attempts: column('attempts', '+', 1) }))
    .where('id', '=', dialect.skipLocked(next))
    .returningAll()
    .executeTakeFirst()
}

/** Only the holder of a claim says how it ended: one that lapsed may be another's by now. */
export async function changeClaimed(
  db: Sql,
  { id, claim }: { id: number; claim: string | null },
  changes: Updateable<Schema['rule_deliveries']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rule_deliveries')
    .set(changes)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** When the next one is due; null when none waits. */
export async function nextDeliveryAt(db: Sql): Promise<number | null> {
  const row = await db
    .selectFrom('rule_deliveries')
    .select('due_at')
    .where('state', '=', 'queued')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** How many wait, and how many ended since then, of each state; by their indexes alone. */
export async function countDeliveries(db: Sql, since: number): Promise<Map<DeliveryState, number>> {
  const all = db
    .selectFrom('rule_deliveries')
    .select((row) => ['state', row.fn.countAll().as('count')])
    .groupBy('state')
  const rows = await all
    .where('state', '=', 'queued')
    .unionAll(all.where('settled_at', '>=', since))
    .execute()
  const counted = new Map(rows.map(({ state, count }) => [state, Number(count)]))
  return new Map(states.map((state) => [state, counted.get(state) ?? 0]))
}

/** When the oldest that is queued was asked for; null when none is. */
export async function deliveriesWaitSince(db: Sql): Promise<number | null> {
  const row = await db
    .selectFrom('rule_deliveries')
    .select((column) => column.fn.min('created_at').as('since'))
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return row?.since ?? null
}

/** Makes due at once what the last process was sending when it ended. */
export async function releaseDeliveries(db: Sql, now: number): Promise<void> {
  await db
    .updateTable('rule_deliveries')
    .set({ claim: null, due_at: now })
    .where('state', '=', 'queued')
    .where('claim', 'is not', null)
    .execute()
}

/** What is to be sent to whom, as rule, team and mail are now; undefined when the rule is gone. */
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
        and teams.deleted_at is null and ${sql.raw(isApproved)} then 1 else 0 end`.as('holds'),
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

/** How it ends, and when. */
type Cancelling = { at: number; answer: string }

/** Shows as cancelled what waits and was voided. What is being sent right now ends by itself. */
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

/** Puts off what is due of a team, or to an address; of what was due at most one batch. */
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

/** Fails what has waited in vain since `before`, also when whoever was sending it ended over that. */
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

/** Forgets what ended before then. */
export function deleteSettledDeliveries(db: Sql, before: number): Promise<void> {
  const old = db
    .selectFrom('rule_deliveries')
    .select('id')
    .where('settled_at', '<', before)
    .limit(rowsAtOnce)
  return inBatches(() => db.deleteFrom('rule_deliveries').where('id', 'in', old).executeTakeFirst())
}

/** All of a rule, or of the rules of a team. */
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

type Changed = { numUpdatedRows?: bigint; numDeletedRows?: bigint }

async function inBatches(statement: () => Promise<Changed>): Promise<void> {
  for (;;) {
    const { numUpdatedRows, numDeletedRows } = await statement()
    if ((numUpdatedRows ?? numDeletedRows ?? 0n) < BigInt(rowsAtOnce)) return
  }
}
