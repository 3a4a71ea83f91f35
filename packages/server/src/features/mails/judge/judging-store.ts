import { sql } from 'kysely'
import { inTeam } from '../../../db/dialects.ts'
import type { Sql, Tx } from '../../../db/database.ts'
import { arrivedAfter, arrivedIn } from '../rows/arrival-store.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import { anyGuard } from '../rows/mail-marks.ts'
import { markerOf, type Marker } from '../rows/mail-marker.ts'
import type { CountedMail } from './guard-rules.ts'

// Up to where the mail of teams was judged, what is counted for it, and what there is to judge.

export type DueTeam = { teamId: number; ownerId: number; reached: Marker }

/** One team of each owner with mail to judge; those first whose turn was longest ago. */
export async function dueTeams(
  store: Sql,
  limit: number,
  without: readonly number[],
): Promise<DueTeam[]> {
  type Row = { team_id: number; owner_id: number; revision: number; reached_mail: number }
  const left = without.length === 0 ? sql`` : sql`team_id not in (${sql.join(without)}) and`
  const { rows } = await sql<Row>`
    select team_id, owner_id, revision, reached_mail from (
    select team_id, owner_id, judged_teams.revision, reached_mail, judged_at,
      row_number() over (partition by owner_id order by judged_at) as turn
    from judged_teams join teams on teams.id = team_id
    where ${left} exists (
      select 1 from mail_arrivals where mail_arrivals.team_id = judged_teams.team_id
      and (mail_arrivals.revision, mail_arrivals.mail_id) > (judged_teams.revision, reached_mail))
    ) as due where turn = 1
    order by judged_at limit ${limit}`.execute(store)
  return rows.map((row) => ({
    teamId: row.team_id,
    ownerId: row.owner_id,
    reached: { revision: row.revision, mailId: row.reached_mail },
  }))
}

/** Undefined for a team whose mail is not judged. */
export async function reachedOf(store: Sql, teamId: number): Promise<Marker | undefined> {
  const row = await store
    .selectFrom('judged_teams')
    .select(['revision', 'reached_mail as mailId'])
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return row
}

/** The mail of the team is judged from now on. The caller holds the team. */
export async function beginJudging(tx: Tx, teamId: number, now: number): Promise<void> {
  const { revision, mailId } = markerOf((await readCounters(tx, teamId)).revision)
  await tx
    .insertInto('judged_teams')
    .values({ team_id: teamId, revision, reached_mail: mailId, judged_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** False where another process was quicker: what it found is the same. */
export async function moveReached(
  tx: Tx,
  { teamId, reached }: DueTeam,
  to: Marker,
  now: number,
): Promise<boolean> {
  const moved = await tx
    .updateTable('judged_teams')
    .set({ revision: to.revision, reached_mail: to.mailId, judged_at: now })
    .where('team_id', '=', teamId)
    .where('revision', '=', reached.revision)
    .where('reached_mail', '=', reached.mailId)
    .returning('team_id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Mail that breaks guards, in the order of its arrival. */
export async function listBrokenAfter(
  store: Sql,
  teamId: number,
  after: Marker,
  { inbox, limit }: { inbox: number | null; limit: number },
) {
  const rows = await store
    .selectFrom('mail_arrivals')
    .innerJoin('mail_marks', 'mail_marks.mail_id', 'mail_arrivals.mail_id')
    .select(['mail_arrivals.mail_id as mailId', 'revision'])
    .where(arrivedAfter(teamId, after))
    .where('key', '=', anyGuard)
    .$if(inbox !== null, (query) => query.where(arrivedIn(inbox)))
    .orderBy('revision')
    .orderBy('mail_arrivals.mail_id')
    .limit(limit)
    .execute()
  return rows satisfies Marker[]
}

/** Mails with the same hashes that are still there. */
export async function findCounted(
  store: Sql,
  teamId: number,
  hashes: readonly string[],
): Promise<CountedMail[]> {
  const found: CountedMail[] = []
  for (let at = 0; at < hashes.length; at += 500) {
    const some = await store
      .selectFrom('counted_mails')
      .innerJoin('mails', 'mails.id', 'counted_mail')
      .select(['hash', 'counted_mail as mail', 'at'])
      .where('counted_mails.team_id', '=', teamId)
      .where('hash', 'in', hashes.slice(at, at + 500))
      .where('trashed_at', 'is', null)
      .orderBy('counted_mail')
      .execute()
    found.push(...some)
  }
  return found
}

/** `firstKept`: the oldest mail that is still counted, of hashes that many have. */
export async function addCounted(
  tx: Tx,
  teamId: number,
  mails: readonly CountedMail[],
  firstKept: ReadonlyMap<string, number>,
): Promise<void> {
  for (let at = 0; at < mails.length; at += 500) {
    const rows = mails.slice(at, at + 500).map(({ mail, ...counted }) => {
      return { ...counted, team_id: teamId, counted_mail: mail }
    })
    await tx
      .insertInto('counted_mails')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  for (const [hash, first] of firstKept) {
    await tx
      .deleteFrom('counted_mails')
      .where('team_id', '=', teamId)
      .where('hash', '=', hash)
      .where('counted_mail', '<', first)
      .execute()
  }
}

export async function forgetCounted(store: Sql, before: number): Promise<void> {
  await store.deleteFrom('counted_mails').where('at', '<', before).execute()
}

/** With marks, it counts the mail that has one of them. */
export async function countSince(
  store: Sql,
  teamId: number,
  since: number,
  marks: readonly string[] = [],
): Promise<number> {
  const { count } = await store
    .selectFrom('mails')
    .select((mails) => mails.fn.countAll<number>().as('count'))
    .where(inTeam(store, teamId))
    .where('trashed_at', 'is', null)
    .where('received_at', '>=', since)
    .$if(marks.length > 0, (mails) =>
      mails.where('id', 'in', (is) =>
        is
          .selectFrom('mail_marks')
          .select('mail_id')
          .where('mail_marks.team_id', '=', teamId)
          .where('key', 'in', marks),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}
