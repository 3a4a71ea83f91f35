import type { Sql } from '../../db/database.ts'
import { arrivedAt, inTeam } from '../../db/team-mails.ts'
import { readCounters } from './mail-count-store.ts'

export async function listTeamIds(sql: Sql): Promise<number[]> {
  const teams = await sql.selectFrom('teams').select('id').execute()
  return teams.map((team) => team.id)
}

/** Unflagged mails that came before `before`, oldest first. */
export async function listExpired(
  sql: Sql,
  teamId: number,
  before: number,
  limit: number,
): Promise<number[]> {
  const rows = await sql
    .selectFrom('mails')
    .select('id')
    .where('team_id', '=', teamId)
    .where('trashed_at', 'is', null)
    .where('flagged_at', 'is', null)
    .where(arrivedAt, '<', before)
    .orderBy(arrivedAt)
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** The oldest unflagged mails of a team that holds more than `kept`. */
export async function listOverflow(
  sql: Sql,
  teamId: number,
  kept: number,
  limit: number,
): Promise<number[]> {
  const { total } = await readCounters(sql, teamId)
  if (total <= kept) return []
  const rows = await sql
    .selectFrom('mails')
    .select('id')
    .where(inTeam(sql, teamId))
    .where('trashed_at', 'is', null)
    .where('flagged_at', 'is', null)
    .orderBy('team_id')
    .orderBy('id')
    .limit(Math.min(limit, total - kept))
    .execute()
  return rows.map((row) => row.id)
}
