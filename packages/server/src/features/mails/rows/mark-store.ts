import type { MailSummary } from '@mailstop/contract'
import { sql } from 'kysely'
import type { Sql, Tx } from '../../../db/database.ts'
import { lockMails } from '../../../db/locks.ts'
import { addCounts } from './mail-count-store.ts'
import { noCounts } from './mail-counts.ts'
import { anyGuard, guardMark, type Mark } from './mail-marks.ts'

// What programs marked mail with after it was caught.

/** The guards that each of the mails breaks and by what, in the order of the alphabet. */
export async function brokenGuards(
  store: Sql,
  mailIds: readonly number[],
): Promise<Map<number, MailSummary['broken_guards']>> {
  if (mailIds.length === 0) return new Map()
  const rows = await store
    .selectFrom('mail_marks')
    .select(['mail_id', 'key', 'detail'])
    .where('mail_id', 'in', mailIds)
    .where('key', 'like', `${guardMark('')}%`)
    .where('key', '<>', anyGuard)
    .orderBy('key')
    .execute()
  const broken = new Map<number, MailSummary['broken_guards']>()
  for (const { mail_id, key, detail } of rows) {
    const name = key.slice(guardMark('').length)
    broken.set(mail_id, [...(broken.get(mail_id) ?? []), { name, detail }])
  }
  return broken
}

/** How many mails have each of the marks, counted up to a limit. */
export async function markTotals(
  store: Sql,
  teamId: number,
  keys: readonly string[],
  limit: number,
): Promise<Map<string, number>> {
  const totals = new Map<string, number>()
  for (const key of keys) {
    const some = marked(store, teamId, key).limit(limit)
    const { count } = await store
      .selectFrom(some.as('some'))
      .select((is) => is.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    totals.set(key, count)
  }
  return totals
}

type MarkedPage = { limit: number; inbox?: number | null; below?: number | undefined }

/** Some mails that have a mark, deleted ones too, the newest first. */
export async function listMarked(
  store: Sql,
  teamId: number,
  key: string,
  { limit, inbox = null, below = Infinity }: MarkedPage,
): Promise<number[]> {
  const rows = await marked(store, teamId, key)
    .$if(inbox !== null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('mails')
            .select('mails.id')
            .whereRef('mails.id', '=', 'mail_marks.mail_id')
            .where('mails.inbox_id', '=', inbox),
        ),
      ),
    )
    .$if(below < Infinity, (is) => is.where('mail_id', '<', below))
    .orderBy('mail_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ mail_id }) => mail_id)
}

const marked = (store: Sql, teamId: number, key: string) =>
  store
    .selectFrom('mail_marks')
    .select('mail_id')
    .where('team_id', '=', teamId)
    .where('key', '=', key)

export type MarkChange = { add?: readonly Mark[]; remove?: readonly string[] }

/**
 * Adds and removes marks of a team's mail, and raises its revision. Mail that is gone gets none, as no key holds it
 * on Postgres. Returns the mails that still exist.
 */
export async function changeMarks(
  tx: Tx,
  teamId: number,
  changes: ReadonlyMap<number, MarkChange>,
): Promise<number[]> {
  if (changes.size === 0) return []
  const ids = [...changes.keys()].toSorted((a, b) => a - b)
  await lockMails(tx, ids)
  const kept = await tx
    .selectFrom('mails')
    .select('id')
    .where('id', 'in', ids)
    // The sign keeps SQLite from going through all mail of the team.
    .where(sql<number>`+team_id`, '=', teamId)
    .execute()
  const existing = kept.map(({ id }) => id)
  if (existing.length === 0) return []
  const gone = existing.flatMap((id) => (changes.get(id)?.remove ?? []).map((key) => ({ id, key })))
  for (const [key, those] of Map.groupBy(gone, ({ key: one }) => one)) {
    const without = those.map(({ id }) => id)
    await tx
      .deleteFrom('mail_marks')
      .where('key', '=', key)
      .where('mail_id', 'in', without)
      .execute()
  }
  const rows = existing.flatMap((id) =>
    (changes.get(id)?.add ?? []).map(({ key, detail }) => {
      return { team_id: teamId, mail_id: id, key, detail: detail || null }
    }),
  )
  for (let at = 0; at < rows.length; at += 1_000) {
    const some = rows.slice(at, at + 1_000)
    await tx
      .insertInto('mail_marks')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await settleAny(tx, teamId, existing)
  await addCounts(tx, [noCounts(teamId)])
  return existing
}

/** Mail has the mark of any guard while it has that of one. */
async function settleAny(tx: Tx, teamId: number, ids: readonly number[]): Promise<void> {
  const all = sql.join(ids)
  await sql`delete from mail_marks where key = ${anyGuard} and mail_id in (${all})`.execute(tx)
  await sql`insert into mail_marks (team_id, mail_id, key)
    select distinct cast(${teamId} as bigint), mail_id, ${anyGuard} from mail_marks
    where mail_id in (${all}) and key like ${`${guardMark('')}%`}`.execute(tx)
}
