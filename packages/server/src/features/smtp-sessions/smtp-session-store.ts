import { limits } from '@mailstop/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'

type Sessions = Schema['failed_sessions']
export type SessionRow = Selectable<Sessions>
export type NewSession = Insertable<Sessions>

export type SessionFilter = {
  cursor?: number | undefined
  failure?: SessionRow['failure'] | undefined
  login?: string | undefined
  /** The only inbox with whose credentials they logged in. */
  inbox?: number | null
}

/** One page and one more, newest first. */
export function sessionsOf(
  db: Sql,
  teamId: number,
  { cursor, failure, login, inbox = null }: SessionFilter,
): Promise<SessionRow[]> {
  return db
    .selectFrom('failed_sessions')
    .selectAll()
    .where('team_id', '=', teamId)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? 0))
    .$if(failure !== undefined, (query) => query.where('failure', '=', failure ?? 'mail_refused'))
    .$if(login !== undefined, (query) => query.where('login', '=', login ?? ''))
    .$if(inbox !== null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('inboxes')
            .select('inboxes.id')
            .where('inboxes.team_id', '=', teamId)
            .where('inboxes.id', '=', inbox)
            // A login may have a tag behind the username, which has neither a plus nor a wildcard.
            .where(
              sql<boolean>`(failed_sessions.login = inboxes.username
                or failed_sessions.login like inboxes.username || '+%')`,
            ),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(limits.sessionsPage + 1)
    .execute()
}

/** Returns which of these teams are still there. */
export async function livingTeams(tx: Tx, teamIds: number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('teams')
    .select('id')
    .where('id', 'in', teamIds)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function insertSessions(tx: Tx, rows: NewSession[]): Promise<void> {
  await tx.insertInto('failed_sessions').values(rows).execute()
}

/** Deletes an earlier session that failed in the same way. */
export async function deleteEqual(tx: Tx, row: NewSession): Promise<void> {
  await tx
    .deleteFrom('failed_sessions')
    .where('team_id', '=', row.team_id)
    .where('failure', '=', row.failure)
    .where('remote_address', '=', row.remote_address)
    .where('login', row.login === null ? 'is' : '=', row.login ?? null)
    .execute()
}

/** Keeps the newest of a team that failed in this way, so that no kind pushes out another. */
export async function deleteBeyond(
  tx: Tx,
  teamId: number,
  failure: SessionRow['failure'],
): Promise<void> {
  const kept = failure === 'mail_refused' ? limits.refusedMailsKept : limits.failuresKept
  await tx
    .deleteFrom('failed_sessions')
    .where('team_id', '=', teamId)
    .where('failure', '=', failure)
    .where('id', '<=', ({ selectFrom }) =>
      selectFrom('failed_sessions as kept')
        .select('kept.id')
        .where('kept.team_id', '=', teamId)
        .where('kept.failure', '=', failure)
        .orderBy('kept.id', 'desc')
        .offset(kept)
        .limit(1),
    )
    .execute()
}

export async function deleteOlder(db: Sql, before: number): Promise<void> {
  await db.deleteFrom('failed_sessions').where('at', '<', before).execute()
}
