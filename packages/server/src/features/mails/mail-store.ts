import type { Counters, MailFilter } from '@mailstop/contract'
import type { Sql, Tx } from '../../db/database.ts'
import { unpack } from '../../db/packing.ts'
import type { MailRow } from '../../db/schema.ts'
import { countersOf, type PageRequest } from './mail-rules.ts'

/** One row more than the page holds tells whether another page follows. */
export function listMails(
  sql: Sql,
  teamId: number,
  filter: MailFilter,
  { start, perPage }: PageRequest,
): Promise<MailRow[]> {
  let query = sql.selectFrom('mails').selectAll().where('team_id', '=', teamId)
  if (filter === 'unread') query = query.where('read_at', 'is', null)
  if (start.by === 'cursor') query = query.where('id', '<', start.beforeId)
  else query = query.offset((start.page - 1) * perPage)
  return query
    .orderBy('id', 'desc')
    .limit(perPage + 1)
    .execute()
}

export function findMail(sql: Sql, teamId: number, mailId: number): Promise<MailRow | undefined> {
  return sql
    .selectFrom('mails')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', mailId)
    .executeTakeFirst()
}

/** The exact bytes as sent; undefined when there is no such mail. */
export async function findSource(
  sql: Sql,
  teamId: number,
  mailId: number,
): Promise<Uint8Array | undefined> {
  const row = await sql
    .selectFrom('mail_sources')
    .innerJoin('mails', 'mails.id', 'mail_sources.mail_id')
    .select(['mail_sources.source', 'mails.size'])
    .where('mails.team_id', '=', teamId)
    .where('mail_sources.mail_id', '=', mailId)
    .executeTakeFirst()
  return row && unpack(row.source, row.size)
}

export async function readCounters(sql: Sql, teamId: number): Promise<Omit<Counters, 'pinned'>> {
  const row = await sql
    .selectFrom('team_counters')
    .select(['total', 'unread', 'flagged'])
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return row ?? { total: 0, unread: 0, flagged: 0 }
}

type Mark = 'read_at' | 'flagged_at'

/** Sets or clears a mark, and the counter that follows it; false when nothing changed. */
export async function setMark(
  tx: Tx,
  teamId: number,
  mailId: number,
  mark: Mark,
  at: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ [mark]: at })
    .where('team_id', '=', teamId)
    .where('id', '=', mailId)
    .where(mark, at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const change = at === null ? -1 : 1
  await addToCounters(tx, teamId, mark === 'read_at' ? { unread: -change } : { flagged: change })
  return true
}

/** Deletes mails and their share of the counters; sources and words go along. Gives the ids that were there. */
export async function removeMails(tx: Tx, teamId: number, mailIds: number[]): Promise<number[]> {
  const removed = await tx
    .deleteFrom('mails')
    .where('team_id', '=', teamId)
    .where('id', 'in', mailIds)
    .returning(['id', 'read_at', 'flagged_at'])
    .execute()
  if (removed.length === 0) return []
  const gone = countersOf(removed)
  await addToCounters(tx, teamId, {
    total: -gone.total,
    unread: -gone.unread,
    flagged: -gone.flagged,
  })
  return removed.map((mail) => mail.id)
}

async function addToCounters(
  tx: Tx,
  teamId: number,
  change: { total?: number; unread?: number; flagged?: number },
): Promise<void> {
  await tx
    .updateTable('team_counters')
    .set((column) => ({
      total: column('total', '+', change.total ?? 0),
      unread: column('unread', '+', change.unread ?? 0),
      flagged: column('flagged', '+', change.flagged ?? 0),
    }))
    .where('team_id', '=', teamId)
    .execute()
}

export async function listTeamIds(sql: Sql): Promise<number[]> {
  const teams = await sql.selectFrom('teams').select('id').execute()
  return teams.map((team) => team.id)
}

/** Unflagged mails received before `before`, oldest first. */
export async function listExpired(
  sql: Sql,
  teamId: number,
  before: number,
  limit: number,
): Promise<number[]> {
  const rows = await unflagged(sql, teamId).where('received_at', '<', before).limit(limit).execute()
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
  const rows = await unflagged(sql, teamId)
    .limit(Math.min(limit, total - kept))
    .execute()
  return rows.map((row) => row.id)
}

function unflagged(sql: Sql, teamId: number) {
  return sql
    .selectFrom('mails')
    .select('id')
    .where('team_id', '=', teamId)
    .where('flagged_at', 'is', null)
    .orderBy('id')
}
