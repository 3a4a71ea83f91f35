import type { Selectable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import type { ScenarioTables } from '../../db/tables/scenario-tables.ts'

export type ScenarioRow = Selectable<ScenarioTables['scenarios']>
export type RunningRow = Selectable<ScenarioTables['running_scenarios']>

/** Oldest first. */
export const listScenarioRows = (sql: Sql, teamId: number): Promise<ScenarioRow[]> =>
  sql.selectFrom('scenarios').selectAll().where('team_id', '=', teamId).orderBy('id').execute()

export const insertScenario = (tx: Tx, row: Omit<ScenarioRow, 'id'>): Promise<ScenarioRow> =>
  tx.insertInto('scenarios').values(row).returningAll().executeTakeFirstOrThrow()

export async function writeScenario(
  tx: Tx,
  { id, name, steps }: Pick<ScenarioRow, 'id' | 'name' | 'steps'>,
): Promise<void> {
  await tx.updateTable('scenarios').set({ name, steps }).where('id', '=', id).execute()
}

export async function removeScenario(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('scenarios').where('id', '=', id).execute()
}

/** What is on, of one team or of all. */
export function listRunningRows(sql: Sql, now: number, teamId?: number): Promise<RunningRow[]> {
  const rows = sql.selectFrom('running_scenarios').selectAll().where('ends_at', '>', now)
  return (teamId === undefined ? rows : rows.where('team_id', '=', teamId))
    .orderBy('inbox_id')
    .execute()
}

/** Takes the place of another one that is on in the inbox. */
export async function putRunning(tx: Tx, row: RunningRow): Promise<void> {
  await tx
    .insertInto('running_scenarios')
    .values(row)
    .onConflict((conflict) => conflict.columns(['team_id', 'inbox_id']).doUpdateSet(row))
    .execute()
}

export async function removeRunning(
  tx: Tx,
  { team_id, inbox_id }: Pick<RunningRow, 'team_id' | 'inbox_id'>,
): Promise<void> {
  await tx
    .deleteFrom('running_scenarios')
    .where('team_id', '=', team_id)
    .where('inbox_id', '=', inbox_id)
    .execute()
}

/** The drill that is not over in an inbox: its scenario may have ended, and it watches what comes after. */
export const drillIn = (tx: Tx, { team_id, inbox_id }: Pick<RunningRow, 'team_id' | 'inbox_id'>) =>
  tx
    .selectFrom('drills')
    .select('id')
    .where('team_id', '=', team_id)
    .where('inbox_id', '=', inbox_id)
    .where('report', 'is', null)
    .executeTakeFirst()

export async function removeEnded(sql: Sql, now: number): Promise<void> {
  await sql.deleteFrom('running_scenarios').where('ends_at', '<=', now).execute()
}

/** The inboxes of a team that have not ended, by their names in lower case. */
export const listInboxNames = (sql: Sql, teamId: number) =>
  sql
    .selectFrom('inboxes')
    .select(['id', 'name', 'name_key'])
    .where('team_id', '=', teamId)
    .where('ended_at', 'is', null)
    .execute()
