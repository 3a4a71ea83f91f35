import { sql as rawSql } from 'kysely'
import type { Database, Sql } from '../../../db/database.ts'
import { unpackDialogue, type Dialogue } from '../../../db/mail/packed-dialogue.ts'
import type { MailRow } from '../../../db/schema.ts'
import type { PageRequest } from './mail-rules.ts'
import { asManyAsFit } from '../../../lib/shares/in-groups.ts'
import { inTeam, newestFirst, oldestFirst } from '../../../db/dialects.ts'

// Reading mail. Every question leaves out what was deleted.

/** What a list shows. The other columns of a mail to very many are large. */
const listedColumns = [
  'id',
  'team_id',
  'inbox_id',
  'from_name',
  'from_address',
  'recipients',
  'subject',
  'dated_at',
  'received_at',
  'read_at',
  'flagged_at',
  'attachment_count',
  'snippet',
  'size',
] as const
export type ListedRow = Pick<MailRow, (typeof listedColumns)[number]>

/**
 * One row more than the page holds tells whether another page follows. With the `total` of the
 * whole list, a page is counted from the end that is nearer.
 */
export async function listMails(
  sql: Sql,
  teamId: number,
  unread: boolean,
  { start, perPage }: PageRequest,
  total = Infinity,
): Promise<ListedRow[]> {
  const below = start.by === 'cursor' ? start.beforeId : undefined
  const offset = start.by === 'page' ? (start.page - 1) * perPage : 0
  const all = sql
    .selectFrom('mails')
    .where(inTeam(sql, teamId, { below }))
    .where('trashed_at', 'is', null)
  const some = unread ? all.where('read_at', 'is', null) : all
  const wanted = perPage + 1
  const newest = some.orderBy(newestFirst).offset(offset).limit(wanted)
  if (offset === 0) return newest.select(listedColumns).execute()
  const left = total - offset
  if (left <= 0) return []
  const oldest = some
    .orderBy(oldestFirst)
    .offset(Math.max(0, left - wanted))
    .limit(Math.min(left, wanted))
  const page = left < offset ? oldest : newest
  // The rows before it are not read: Postgres would, and sort all of them, where there are many.
  return sql
    .selectFrom('mails')
    .select(listedColumns)
    .where('id', 'in', page.select('id'))
    .orderBy('id', 'desc')
    .execute()
}

/** The mails just above an id, the nearest first. */
export function listMailsAbove(
  sql: Sql,
  teamId: number,
  { unread, above, limit }: { unread: boolean; above: number; limit: number },
): Promise<ListedRow[]> {
  return listed(sql, teamId, unread, above)
    .select(listedColumns)
    .orderBy(oldestFirst)
    .limit(limit)
    .execute()
}

/** How many mails are above an id, at most `limit`. */
export async function countMailsAbove(
  sql: Sql,
  teamId: number,
  { unread, above, limit }: { unread: boolean; above: number; limit: number },
): Promise<number> {
  const some = listed(sql, teamId, unread, above).select('id').limit(limit)
  const { count } = await sql
    .selectFrom(some.as('some'))
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function listed(sql: Sql, teamId: number, unread: boolean, above: number) {
  const query = sql
    .selectFrom('mails')
    .where(inTeam(sql, teamId, { above }))
    .where('trashed_at', 'is', null)
  return unread ? query.where('read_at', 'is', null) : query
}

/** The newest first; fewer when some are gone. */
export async function listByIds<Column extends keyof MailRow>(
  sql: Sql,
  teamId: number,
  ids: number[],
  columns: readonly Column[],
): Promise<Pick<MailRow, Column>[]> {
  if (ids.length === 0) return []
  const rows = await keptMails(sql, teamId)
    .select(columns as readonly (keyof MailRow)[])
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()
  return rows
}

/** What a list shows, the newest first; fewer when some are gone. */
export const findMails = (sql: Sql, teamId: number, ids: number[]): Promise<ListedRow[]> =>
  listByIds(sql, teamId, ids, listedColumns)

/** Who sent mails, as far as they are kept. */
export const listSenders = (sql: Sql, teamId: number, ids: number[]): Promise<SenderRow[]> =>
  listByIds(sql, teamId, ids, ['from_name', 'from_address'])

/**
 * Lists the recipients of mails that are kept. A row of a mail to very many is large: the newest mails are read until
 * so many bytes are reached, and at least one.
 */
export async function listRecipients(
  sql: Sql,
  teamId: number,
  ids: number[],
  mostBytes: number,
): Promise<RecipientsRow[]> {
  if (ids.length === 0) return []
  // Both databases know the bytes of a text without reading it.
  const sizes = await keptMails(sql, teamId)
    .select((is) => [
      'id',
      is.fn<number>('octet_length', ['recipients']).as('named'),
      is.fn<number>('octet_length', ['recipient_keys']).as('keyed'),
    ])
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()
  const fitting = asManyAsFit(sizes, ({ named, keyed }) => named + keyed, mostBytes)
  const read = fitting.map(({ id }) => id)
  return listByIds(sql, teamId, read, ['recipients', 'recipient_keys'])
}

export type SenderRow = Pick<MailRow, 'from_name' | 'from_address'>
export type RecipientsRow = Pick<MailRow, 'recipients' | 'recipient_keys'>

/** Finds mail of one inbox alone, unless that is null. */
export function findMail(
  sql: Sql,
  teamId: number,
  mailId: number,
  inbox: number | null = null,
): Promise<MailRow | undefined> {
  return keptMails(sql, teamId)
    .selectAll()
    .where('id', '=', mailId)
    .$if(inbox !== null, (query) => query.where('inbox_id', '=', inbox))
    .executeTakeFirst()
}
/** The marks of the mails that are kept. */
export function findMarks(
  sql: Sql,
  teamId: number,
  mailIds: readonly number[],
  { withDeleted = false } = {},
): Promise<Pick<MailRow, 'id' | 'read_at' | 'trashed_at'>[]> {
  return sql
    .selectFrom('mails')
    .select(['id', 'read_at', 'trashed_at'])
    .where('id', 'in', mailIds)
    .where(rawSql<number>`+team_id`, '=', teamId)
    .$if(!withDeleted, (query) => query.where('trashed_at', 'is', null))
    .execute()
}

/** The exact bytes as sent; undefined when there is no such mail. */
export async function findSource(
  { sources, sql }: Pick<Database, 'sources' | 'sql'>,
  teamId: number,
  mailId: number,
): Promise<Uint8Array | undefined> {
  const [stored] = await sources.get(keptMails(sql, teamId).where('mails.id', '=', mailId))
  return stored?.read()
}

/** Undefined when there is none: the mail was imported. */
export async function findDialogue(sql: Sql, mailId: number): Promise<Dialogue | undefined> {
  const stored = await sql
    .selectFrom('mail_transcripts')
    .select(['transcript', 'times', 'packed'])
    .where('mail_id', '=', mailId)
    .executeTakeFirst()
  if (!stored) return undefined
  const { transcript, times, packed } = stored
  if (packed !== null) return unpackDialogue(packed)
  return { transcript, times: times === null ? null : (JSON.parse(times) as number[]) }
}

function keptMails(sql: Sql, teamId: number) {
  return sql
    .selectFrom('mails')
    .where('mails.team_id', '=', teamId)
    .where('mails.trashed_at', 'is', null)
}
