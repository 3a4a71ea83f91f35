import type { Sql, Tx } from '../../db/database.ts'
import { arrivedAt, inTeam } from '../../db/team-mails.ts'
import { lockMails } from '../../db/locks.ts'
import { removeMails } from './mail-change-store.ts'
import { holdCounters, readCounters } from './mail-count-store.ts'

export async function listTeamIds(sql: Sql): Promise<number[]> {
  const teams = await sql.selectFrom('teams').select('id').execute()
  return teams.map((team) => team.id)
}

/** Deletes for good those of the mails that nobody has flagged or trashed since they were listed. */
export const removeExpired = (tx: Tx, teamId: number, ids: number[]): Promise<number[]> =>
  removeMails(tx, teamId, ids, { ifUntouched: true })

/** The same, the first ones first, and of them no more than the team holds beyond `kept` by now. */
export async function removeOverflow(
  tx: Tx,
  teamId: number,
  ids: number[],
  kept: number,
): Promise<number[]> {
  await lockMails(tx, ids)
  const { total } = await holdCounters(tx, teamId)
  return total <= kept ? [] : removeExpired(tx, teamId, ids.slice(0, total - kept))
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
