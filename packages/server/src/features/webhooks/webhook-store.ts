import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import { dialectOf } from '../../db/dialects.ts'
import type { Schema } from '../../db/schema.ts'

export type WebhookRow = Selectable<Schema['webhooks']> & Selectable<Schema['webhook_states']>

const withStates = (db: Sql) =>
  db
    .selectFrom('webhooks')
    .innerJoin('webhook_states', 'webhook_states.webhook_id', 'webhooks.id')
    .selectAll(['webhooks', 'webhook_states'])

/** Oldest first. */
export const listWebhooks = (db: Sql, teamId: number): Promise<WebhookRow[]> =>
  withStates(db).where('team_id', '=', teamId).orderBy('webhooks.id').execute()

export const findWebhook = (db: Sql, teamId: number, id: number): Promise<WebhookRow | undefined> =>
  withStates(db).where('team_id', '=', teamId).where('webhooks.id', '=', id).executeTakeFirst()

export type OwnedWebhook = NonNullable<Awaited<ReturnType<typeof findOwned>>>

/** A webhook with the name and the owner of its team. */
export const findOwned = (db: Sql, id: number) =>
  withStates(db)
    .innerJoin('teams', 'teams.id', 'webhooks.team_id')
    .innerJoin('users', 'users.id', 'teams.owner_id')
    .select(['teams.name as team', 'teams.owner_id', 'users.email as owner_email'])
    .where('webhooks.id', '=', id)
    .executeTakeFirst()

export async function insertWebhook(
  tx: Tx,
  webhook: Insertable<Schema['webhooks']>,
): Promise<number> {
  const { id } = await tx
    .insertInto('webhooks')
    .values(webhook)
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('webhook_states').values({ webhook_id: id }).execute()
  return id
}

export async function changeWebhook(
  db: Sql,
  id: number,
  columns: Updateable<Schema['webhooks']>,
): Promise<void> {
  await db.updateTable('webhooks').set(columns).where('id', '=', id).execute()
}

/** Returns false where a claim is named that has lapsed: another process may have it. */
export async function changeState(
  db: Sql,
  { id, claim }: { id: number; claim?: string },
  columns: Updateable<Schema['webhook_states']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_states')
    .set(columns)
    .where('webhook_id', '=', id)
    .$if(claim !== undefined, (query) => query.where('claim', '=', claim ?? ''))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteWebhook(db: Sql, id: number): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** Lists the webhooks of teams that are on, with the events that they want; null for a team without one. */
export const listWanting = (db: Sql, teamIds: number[]) =>
  db
    .selectFrom('teams')
    .leftJoin('webhooks', (join) => join.onRef('team_id', '=', 'teams.id').on('off_at', 'is', null))
    .select(['teams.id as team_id', 'owner_id', 'webhooks.id', 'events'])
    .where('teams.id', 'in', teamIds)
    .execute()

/** Returns those that are still there, and on. None of these is deleted before the transaction ends. */
export async function keepWebhooks(tx: Tx, ids: number[]): Promise<Set<number>> {
  const wanted = tx.selectFrom('webhooks').select('id').where('id', 'in', ids)
  const query = wanted.where('off_at', 'is', null).orderBy('id')
  const rows = await dialectOf(tx).keepRows(query).execute()
  return new Set(rows.map(({ id }) => id))
}
