import { limits } from '@mailstop/contract'
import {
  sql,
  type Insertable,
  type Selectable,
  type Updateable,
  type ValueExpressionOrList,
} from 'kysely'
import type { Database, Sql, Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { inBatches, rowsAtOnce } from '../../queue/queue-store.ts'
import type { Turn } from './turn-rules.ts'

type Deliveries = Schema['webhook_deliveries']
/** Without what was sent, which may be as large as a body. */
export type DeliveryRow = Omit<Selectable<Deliveries>, 'request'>
export type DeliveryState = DeliveryRow['state']

/** More webhooks than this are not looked at at once; those first that wait longest. */
const mostTurns = 1_000
/** Several processes may work on those of one owner. */
const turnsOfOwner = 16

/** What waits, by webhook: of each owner the few whose turn is next, so that nobody's many hide those of others. */
export async function listTurns(db: Sql, now: number): Promise<Turn[]> {
  const { rows } = await sql<Turn>`
    with waiting as (
      select webhook_id as id, owner_id as owner, worked_at as "workedAt", next_at as "nextAt",
        claimed_until as "claimedUntil", (
          select min(due_at) from webhook_deliveries as queued
          where queued.webhook_id = webhook_states.webhook_id and queued.state = 'queued'
        ) as due
      from webhook_states
      join webhooks on webhooks.id = webhook_id
      join teams on teams.id = team_id
      where off_at is null and deleted_at is null
    ), ready as (
      select waiting.*, case
        when due >= "nextAt" and due >= "claimedUntil" then due
        when "nextAt" >= "claimedUntil" then "nextAt" else "claimedUntil" end as ready_at
      from waiting where due is not null
    ), placed as (
      select ready.*, max("workedAt") over (partition by owner) as "ownerWorkedAt",
        row_number() over (partition by owner order by
          case when ready_at <= ${now} then 0 else ready_at end, "workedAt", id) as place
      from ready
    )
    select id, owner, "workedAt", "nextAt", "claimedUntil", due, "ownerWorkedAt" from placed
    where place <= ${turnsOfOwner} order by place, ready_at limit ${mostTurns}`.execute(db)
  return rows
}

/** False where another process has it. */
export async function claimTurn(
  db: Sql,
  id: number,
  { claim, now, until }: { claim: string; now: number; until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_states')
    .set({ claim, claimed_until: until, worked_at: now })
    .where('webhook_id', '=', id)
    .where('claimed_until', '<=', now)
    .where('next_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the claims of the last process, where there is no other. */
export async function releaseClaims(db: Sql): Promise<void> {
  await db
    .updateTable('webhook_states')
    .set({ claim: null, claimed_until: 0 })
    .where('claim', 'is not', null)
    .execute()
}

const shortColumns = [
  ...(['id', 'webhook_id', 'event', 'mail_id', 'data', 'state', 'attempts'] as const),
  ...(['created_at', 'due_at', 'tried_at', 'status', 'answer'] as const),
]

export const listDue = (
  db: Sql,
  webhook: number,
  now: number,
  limit: number,
): Promise<DeliveryRow[]> =>
  db
    .selectFrom('webhook_deliveries')
    .select(shortColumns)
    .where('webhook_id', '=', webhook)
    .where('state', '=', 'queued')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** What was sent for each, by their ids. */
export async function readRequests(db: Sql, ids: number[]): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'request'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, request }) => [id, request]))
}

export async function insertDeliveries(tx: Tx, rows: Insertable<Deliveries>[]): Promise<void> {
  await tx.insertInto('webhook_deliveries').values(rows).execute()
}

/** Ids, or a question for the next of them. */
type Which = ValueExpressionOrList<Schema, 'webhook_deliveries', number>

const update = (db: Sql, which: Which, columns: Updateable<Deliveries>) =>
  db.updateTable('webhook_deliveries').set(columns).where('id', 'in', which).executeTakeFirst()

const remove = (db: Sql, which: Which) =>
  db.deleteFrom('webhook_deliveries').where('id', 'in', which).executeTakeFirst()

export async function changeDeliveries(
  db: Sql,
  ids: number[],
  columns: Updateable<Deliveries>,
): Promise<void> {
  if (ids.length > 0) await update(db, ids, columns)
}

export async function removeDeliveries(db: Sql, ids: number[]): Promise<void> {
  if (ids.length > 0) await remove(db, ids)
}

export type LogRow = Awaited<ReturnType<typeof listLog>>[number]

/** The newest first, and one more than a page has. */
export const listLog = (
  db: Sql,
  webhook: number,
  { cursor, state }: { cursor?: number | undefined; state?: DeliveryState | undefined },
) =>
  db
    .selectFrom('webhook_deliveries as delivery')
    .leftJoin('mails', (join) =>
      join.onRef('mails.id', '=', 'delivery.mail_id').on('mails.trashed_at', 'is', null),
    )
    .selectAll('delivery')
    .select('mails.subject')
    .where('webhook_id', '=', webhook)
    .$if(cursor !== undefined, (query) => query.where('delivery.id', '<', cursor ?? 0))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'queued'))
    .orderBy('delivery.id', 'desc')
    .limit(limits.webhookLogPage + 1)
    .execute()

export function cancelWaiting(db: Sql, webhook: number, answer: string): Promise<void> {
  const waiting = idsOf(db, webhook).where('state', '=', 'queued')
  return inBatches(() => update(db, waiting, { state: 'cancelled', answer }))
}

const idsOf = (db: Sql, webhook: number) =>
  db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhook)
    .limit(rowsAtOnce)

export const findDelivery = (db: Sql, webhook: number, id: number) =>
  db
    .selectFrom('webhook_deliveries')
    .select('mail_id')
    .where('webhook_id', '=', webhook)
    .where('id', '=', id)
    .executeTakeFirst()

/** Returns how many will be sent again. */
export async function queueAgain(
  db: Sql,
  webhook: number,
  which: { id: number } | { since: number },
  now: number,
): Promise<number> {
  const all = idsOf(db, webhook)
  const ended =
    'id' in which
      ? all.where('id', '=', which.id)
      : all.where('state', 'in', ['failed', 'cancelled']).where('created_at', '>=', which.since)
  let count = 0
  await inBatches(async () => {
    const changed = await update(db, ended, { state: 'queued', due_at: now, attempts: 0 })
    count += Number(changed.numUpdatedRows)
    return changed
  })
  return count
}

export const deleteDeliveries = (db: Sql, webhook: number): Promise<void> =>
  inBatches(() => remove(db, idsOf(db, webhook)))

export async function countWaiting(db: Sql): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select((row) => row.fn.countAll().as('count'))
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Removes what was sent of mail that is deleted for good. One request to a chat may show several mails. */
export async function forgetDeleted(
  { sql: db, longReads }: Pick<Database, 'sql' | 'longReads'>,
  webhook: number,
): Promise<void> {
  const gone = await longReads
    .selectFrom('webhook_deliveries as delivery')
    .leftJoin('mails', 'mails.id', 'delivery.mail_id')
    .select('delivery.tried_at')
    .distinct()
    .where('webhook_id', '=', webhook)
    .where('delivery.mail_id', 'is not', null)
    .where('request', 'is not', null)
    .where('mails.id', 'is', null)
    .execute()
  for (let at = 0; at < gone.length; at += rowsAtOnce) {
    const times = gone.slice(at, at + rowsAtOnce).map((row) => row.tried_at)
    const rows = idsOf(db, webhook).where('tried_at', 'in', times).where('request', 'is not', null)
    await inBatches(() => update(db, rows, { request: null }))
  }
}

/** The webhooks of each team, whose log may be too long or too old. */
export async function listLogs(db: Sql): Promise<number[][]> {
  const rows = await db.selectFrom('webhooks').select(['id', 'team_id']).orderBy('id').execute()
  return [...Map.groupBy(rows, (row) => row.team_id).values()].map((of) => of.map(({ id }) => id))
}

/** Deletes what is older than `before`, and beyond the newest rows of these webhooks together. */
export async function trimLogs(db: Sql, webhooks: number[], before: number): Promise<void> {
  const first = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', 'in', webhooks)
    .orderBy('id', 'desc')
    .offset(limits.webhookLogRows)
    .limit(1)
    .executeTakeFirst()
  for (const webhook of webhooks) {
    const oldest = db
      .selectFrom('webhook_deliveries')
      .select(['id', 'created_at'])
      .where('webhook_id', '=', webhook)
      .orderBy('id')
      .limit(rowsAtOnce)
    const old = db
      .selectFrom(oldest.as('oldest'))
      .select('id')
      .where((is) => is.or([is('created_at', '<', before), is('id', '<=', first?.id ?? 0)]))
    await inBatches(() => remove(db, old))
  }
}
