import { limits, smtpFailures } from '@mailstop/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import { dialectOf } from '../../db/dialects.ts'
import type { Schema } from '../../db/schema.ts'
import { asciiLower } from '../../lib/ascii-lower.ts'

type Sessions = Schema['failed_sessions']
export type SessionRow = Selectable<Sessions>
export type ListedSession = SessionRow & { inbox_name: string | null }
export type NewSession = Insertable<Sessions>

export type SessionFilter = {
  cursor?: number | undefined
  failure?: SessionRow['failure'][] | undefined
  on_purpose?: 'true' | undefined
  /** ISO 8601. */
  since?: string | undefined
  /** What the reply, the login, the address or the scenario contains. */
  query?: string | undefined
  login?: string | undefined
  /** The only inbox whose mail or login it was. */
  inbox?: number | null | undefined
}

const ofMail: readonly SessionRow['failure'][] = smtpFailures.mail
/** Each of these has a dialogue of its own, and is kept beside its equals. */
export const isOfMail = (failure: SessionRow['failure']): boolean => ofMail.includes(failure)
/** What a text is looked for in. */
const searched = sql`reply || ' ' || coalesce(login, '') || ' ' || remote_address || ' ' || coalesce(scenario, '')`

/** One page and one more, newest first. */
export function sessionsOf(
  db: Sql,
  teamId: number,
  { cursor, failure, on_purpose, since, query: text, login, inbox = null }: SessionFilter,
): Promise<ListedSession[]> {
  return db
    .selectFrom('failed_sessions')
    .leftJoin('inboxes', (join) =>
      join
        .onRef('inboxes.team_id', '=', 'failed_sessions.team_id')
        .onRef('inboxes.id', '=', 'failed_sessions.inbox_id'),
    )
    .selectAll('failed_sessions')
    .select('inboxes.name as inbox_name')
    .where('failed_sessions.team_id', '=', teamId)
    .$if(cursor !== undefined, (query) => query.where('failed_sessions.id', '<', cursor ?? 0))
    .$if(failure !== undefined, (query) => query.where('failure', 'in', failure ?? []))
    .$if(on_purpose !== undefined, (query) => query.where('scenario', 'is not', null))
    .$if(since !== undefined, (query) => query.where('at', '>=', Date.parse(since ?? '')))
    .$if(text !== undefined, (query) =>
      query.where(dialectOf(db).contains(searched, asciiLower(text ?? ''))),
    )
    .$if(login !== undefined, (query) => query.where('login', '=', login ?? ''))
    .$if(inbox !== null, (query) => query.where('inbox_id', '=', inbox))
    .orderBy('failed_sessions.id', 'desc')
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
    .where('is_stranger', '=', row.is_stranger ?? 0)
    .where('failure', '=', row.failure)
    .where('remote_address', '=', row.remote_address)
    .where('login', row.login === null ? 'is' : '=', row.login ?? null)
    .execute()
}

/**
 * Keeps the newest of a team like this one, so that those with a mail push out no others, nor strangers what had a
 * login.
 */
export async function deleteBeyond(
  tx: Tx,
  teamId: number,
  { failure, is_stranger = 0 }: Pick<NewSession, 'failure' | 'is_stranger'>,
): Promise<void> {
  const alike = isOfMail(failure) ? ofMail : [failure]
  const kept = isOfMail(failure) && !is_stranger ? limits.sessionsKept : limits.failuresKept
  await tx
    .deleteFrom('failed_sessions')
    .where('team_id', '=', teamId)
    .where('is_stranger', '=', is_stranger)
    .where('failure', 'in', alike)
    .where('id', '<=', ({ selectFrom }) =>
      selectFrom('failed_sessions as kept')
        .select('kept.id')
        .where('kept.team_id', '=', teamId)
        .where('kept.is_stranger', '=', is_stranger)
        .where('kept.failure', 'in', alike)
        .orderBy('kept.id', 'desc')
        .offset(kept)
        .limit(1),
    )
    .execute()
}

export async function deleteOlder(db: Sql, before: number): Promise<void> {
  await db.deleteFrom('failed_sessions').where('at', '<', before).execute()
}
