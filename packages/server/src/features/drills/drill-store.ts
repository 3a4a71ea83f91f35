import { setImmediate } from 'node:timers/promises'
import { sql, type Selectable } from 'kysely'
import type { MailSources, Sql, StoredMail, Tx } from '../../db/database.ts'
import type { ScenarioTables } from '../../db/tables/scenario-tables.ts'
import type { DrillAttempt } from './drill-attempt.ts'

export type DrillRow = Selectable<ScenarioTables['drills']>
export type NewAttempt = { run: string; attempt: DrillAttempt }

/** A statement has a bounded number of parameters. */
export const rowsAtOnce = 100
const attemptsAtOnce = 500

export const insertDrill = (tx: Tx, row: Omit<DrillRow, 'id'>): Promise<DrillRow> =>
  tx.insertInto('drills').values(row).returningAll().executeTakeFirstOrThrow()

/** Newest first. Of a report only the beginning is read, which has its sentence. */
export const listDrillRows = (store: Sql, teamId: number, limit: number): Promise<DrillRow[]> =>
  store
    .selectFrom('drills')
    .select([
      'id',
      'team_id',
      'inbox_id',
      'run',
      'name',
      'steps',
      'header',
      'started_at',
      'ends_at',
      'reported_at',
      'alive_at',
      'gaps',
      sql<string | null>`substr(report, 1, 600)`.as('report'),
    ])
    .where('team_id', '=', teamId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The sentence of a report, of which a list reads the beginning alone. */
export function sentenceIn(report: string | null): string | null {
  const [, text] = /"sentence":("(?:[^"\\]|\\.)*")/.exec(report ?? '') ?? []
  return text === undefined ? null : (JSON.parse(text) as string)
}

export const findDrill = (store: Sql, teamId: number, id: number): Promise<DrillRow | undefined> =>
  store
    .selectFrom('drills')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst()

const withoutReport = (store: Sql) =>
  store.selectFrom('drills').selectAll('drills').where('report', 'is', null)

/** Finds those that run, of all teams. */
export const runningDrills = (store: Sql): Promise<DrillRow[]> =>
  withoutReport(store).orderBy('reported_at').limit(1_000).execute()

/** Finds those that run in all teams of the person who owns this one. */
export const drillsOfOwner = (store: Sql, teamId: number): Promise<DrillRow[]> =>
  withoutReport(store)
    .innerJoin('teams', 'teams.id', 'drills.team_id')
    .where('teams.owner_id', '=', (row) =>
      row.selectFrom('teams as own').select('own.owner_id').where('own.id', '=', teamId),
    )
    .execute()

/** False where it has its report already, as another process was quicker. */
export async function changeDrill(
  store: Sql,
  id: number,
  columns: Partial<DrillRow>,
): Promise<boolean> {
  const changed = await store
    .updateTable('drills')
    .set(columns)
    .where('id', '=', id)
    .where('report', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** All that run were looked at now. */
export async function writeAlive(store: Sql, now: number): Promise<void> {
  await store.updateTable('drills').set({ alive_at: now }).where('report', 'is', null).execute()
}

/** The scenario of a drill that runs was stopped. */
export async function writeStopped(store: Sql, run: string, now: number): Promise<void> {
  await store
    .updateTable('drills')
    .set({ ends_at: now })
    .where('run', '=', run)
    .where('ends_at', '>', now)
    .where('report', 'is', null)
    .execute()
}

/** Keeps the newest of a team, and those that run: the failure of one that is gone would go on without a report. */
export async function removeBeyond(tx: Tx, teamId: number, most: number): Promise<void> {
  const oldest = tx
    .selectFrom('drills')
    .select('id')
    .where('team_id', '=', teamId)
    .orderBy('id', 'desc')
    .offset(most)
    .limit(1_000)
  await tx.deleteFrom('drills').where('id', 'in', oldest).where('report', 'is not', null).execute()
}

export async function removeBefore(store: Sql, time: number): Promise<void> {
  await store.deleteFrom('drills').where('started_at', '<', time).execute()
}

/** A report has all that is kept of them. */
export async function removeAttempts(store: Sql, run: string): Promise<void> {
  await store.deleteFrom('drill_attempts').where('run', '=', run).execute()
}

/** Leaves out those of drills that have gone or have their report, and mails that are known. At most `rowsAtOnce`. */
export async function insertAttempts(store: Sql, added: readonly NewAttempt[]): Promise<void> {
  if (added.length === 0) return
  const runs = [...new Set(added.map(({ run }) => run))]
  const known = await store
    .selectFrom('drills')
    .select('run')
    .where('run', 'in', runs)
    .where('report', 'is', null)
    .execute()
  const living = new Set(known.map(({ run }) => run))
  const rows = added.flatMap(({ run, attempt }) =>
    living.has(run)
      ? [{ run, at: attempt.at, mail_id: attempt.mailId, attempt: JSON.stringify(attempt) }]
      : [],
  )
  if (rows.length === 0) return
  await store
    .insertInto('drill_attempts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Oldest first, those of the next milliseconds together, as to read all at once would stop all else. Ends beyond `most`. */
export async function listAttempts(
  store: Sql,
  run: string,
  most: { attempts: number; characters: number },
): Promise<{ attempts: DrillAttempt[]; isCut: boolean }> {
  const attempts: DrillAttempt[] = []
  let { characters } = most
  let after = -1
  for (;;) {
    const rows = await attemptRows(store, run, after, attemptsAtOnce)
    const last = rows.at(-1)
    if (last === undefined) return { attempts, isCut: false }
    const isEnd = rows.length < attemptsAtOnce
    let whole = isEnd ? rows : rows.filter(({ at }) => at < last.at)
    if (whole.length === 0) whole = await attemptRows(store, run, after, most.attempts, last.at)
    const texts = new Set<string>()
    for (const { at, attempt } of whole) {
      // Where the answer to a write is lost, its attempts are written twice: at one time, by one text.
      if (texts.has(attempt)) continue
      texts.add(attempt)
      characters -= attempt.length
      if (attempts.length >= most.attempts || characters < 0) return { attempts, isCut: true }
      attempts.push(JSON.parse(attempt) as DrillAttempt)
      after = at
    }
    if (isEnd) return { attempts, isCut: false }
    await setImmediate()
  }
}

function attemptRows(store: Sql, run: string, after: number, limit: number, until?: number) {
  const rows = store
    .selectFrom('drill_attempts')
    .select(['at', 'attempt'])
    .where('run', '=', run)
    .where('at', '>', after)
  return (until === undefined ? rows : rows.where('at', '<=', until))
    .orderBy('at')
    .limit(limit)
    .execute()
}

export type DrilledMail = { id: number; at: number; sender: string; recipients: string }

/** Mails that were caught in an inbox while a drill ran, in the trash too, that are not among its attempts. */
export const unknownMails = (
  store: Sql,
  sources: MailSources,
  drill: DrillRow,
  { after, limit }: { after: number; limit: number },
): Promise<StoredMail<DrilledMail>[]> =>
  sources.get(
    store
      .selectFrom('mails')
      .select([
        'mails.id',
        'mails.received_at as at',
        'mails.envelope_from as sender',
        'mails.envelope_to as recipients',
      ])
      .where('mails.team_id', '=', drill.team_id)
      .where('mails.inbox_id', '=', drill.inbox_id)
      .where('mails.imported_at', 'is', null)
      .where('mails.id', '>', after)
      .where(sql<number>`coalesce(mails.imported_at, mails.received_at)`, '>=', drill.started_at)
      .where(sql<number>`coalesce(mails.imported_at, mails.received_at)`, '<', drill.reported_at)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('drill_attempts')
              .select('drill_attempts.run')
              .where('drill_attempts.run', '=', drill.run)
              .whereRef('drill_attempts.mail_id', '=', 'mails.id'),
          ),
        ),
      )
      .orderBy('mails.id')
      .limit(limit),
  )
