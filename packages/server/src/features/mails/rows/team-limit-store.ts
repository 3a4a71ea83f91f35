import type { Sql, Tx } from '../../../db/database.ts'
import type { Held, OwnLimits } from '../../../db/mail/team-quota.ts'

export type Limited = Held & OwnLimits & { deactivated_at: number | null }

/** What each of the teams holds, with what limits it. */
export async function readLimited(
  store: Sql,
  teamIds: readonly number[],
): Promise<Map<number, Limited>> {
  return byTeam(await limited(store).where('held.team_id', 'in', teamIds).execute())
}

/** The same of every team with deleted mail. */
export const readWithTrash = async (store: Sql): Promise<Map<number, Limited>> =>
  byTeam(await limited(store).where('held.trashed', '>', 0).execute())

const limited = (store: Sql) =>
  store
    .selectFrom('team_counters as held')
    .innerJoin('teams', 'teams.id', 'held.team_id')
    .leftJoin('team_limits as own', 'own.team_id', 'held.team_id')
    .select(['held.team_id', 'held.total', 'held.bytes', 'held.trashed', 'held.trashed_bytes'])
    .select(['own.max_mails', 'own.max_bytes', 'teams.deactivated_at'])

const byTeam = (rows: (Limited & { team_id: number })[]) =>
  new Map(rows.map(({ team_id, ...team }) => [team_id, team]))

export async function readOwnLimits(store: Sql, teamId: number): Promise<OwnLimits | null> {
  const row = await store
    .selectFrom('team_limits')
    .where('team_id', '=', teamId)
    .select(['max_mails', 'max_bytes'])
    .executeTakeFirst()
  return row ?? null
}

/** The transaction holds the counters of the team, so that no batch is written meanwhile. */
export async function writeOwnLimits(tx: Tx, teamId: number, limits: OwnLimits): Promise<void> {
  await tx
    .insertInto('team_limits')
    .values({ team_id: teamId, ...limits })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet(limits))
    .execute()
}

export type OwnRetention = { retention_days: number | null; retention_mails: number | null }

export async function readRetention(store: Sql, teamId: number): Promise<OwnRetention> {
  const row = await store
    .selectFrom('teams')
    .where('id', '=', teamId)
    .select(['retention_days', 'retention_mails'])
    .executeTakeFirst()
  return row ?? { retention_days: null, retention_mails: null }
}

export async function writeRetention(tx: Tx, teamId: number, own: OwnRetention): Promise<void> {
  await tx.updateTable('teams').set(own).where('id', '=', teamId).execute()
}

/** Every team, or only teams that want to keep less than the server does. */
export function teamsWithRetention(
  store: Sql,
  { onlyOwn }: { onlyOwn: boolean },
): Promise<(OwnRetention & { id: number })[]> {
  return store
    .selectFrom('teams')
    .select(['id', 'retention_days', 'retention_mails'])
    .$if(onlyOwn, (query) =>
      query.where((row) =>
        row.or([row('retention_days', 'is not', null), row('retention_mails', 'is not', null)]),
      ),
    )
    .execute()
}
