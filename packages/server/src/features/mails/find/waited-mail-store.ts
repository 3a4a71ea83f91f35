import { sql } from 'kysely'
import type { Database, Sql } from '../../../db/database.ts'
import { arrivedAfter } from '../rows/arrival-store.ts'
import type { Marker } from '../rows/mail-marker.ts'
import type { ListedRow } from '../rows/mail-store.ts'
import type { MatchedRow } from './mail-match.ts'

// The mails that a wait may be for, with the columns that are compared and their place in the order of arrival.

const matchedColumns = [
  'mails.id',
  'mails.team_id',
  'mails.subject',
  'mails.from_name',
  'mails.from_address',
  'mails.sender_key',
  'mails.recipient_keys',
  'mails.login',
  'mails.attachment_count',
  'mails.size',
  'mails.received_at',
  'mails.dated_at',
  'mails.read_at',
  'mails.flagged_at',
  'mails.recipients',
  'mails.other_people',
  'mails.envelope_from',
  'mails.inbox_id',
] as const

export type WaitedRow = MatchedRow & { id: number; team_id: number; revision: number | null }

export function findWaited(
  store: Sql,
  teamId: number,
  ids: readonly number[],
): Promise<WaitedRow[]> {
  return withPlace(store, teamId).select(matchedColumns).where('mails.id', 'in', ids).execute()
}

/** The same, with the envelope, to be judged. */
export const findJudged = (store: Sql, teamId: number, ids: readonly number[]) =>
  withPlace(store, teamId)
    .select([...matchedColumns, 'mails.envelope_to'])
    .where('mails.id', 'in', ids)
    .execute()

/** All that arrived after a marker; with a recipient, without most of the mails that were not sent there. */
export function findArrived(
  store: Sql,
  teamId: number,
  after: Marker,
  recipientKey: string | null,
): Promise<WaitedRow[]> {
  return withPlace(store, teamId)
    .select(matchedColumns)
    .where(arrivedAfter(teamId, after))
    .$if(recipientKey !== null, (query) => {
      const like = `%${JSON.stringify(recipientKey).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      return query.where(sql<boolean>`mails.recipient_keys like ${like} escape '\\'`)
    })
    .execute()
}

/** Bytes of the addresses of all that arrived after a marker. Both databases know them without reading the addresses. */
export async function bytesOfArrived(store: Sql, teamId: number, after: Marker): Promise<number> {
  const { bytes } = await store
    .selectFrom('mail_arrivals')
    .innerJoin('mails', 'mails.id', 'mail_arrivals.mail_id')
    .where(arrivedAfter(teamId, after))
    .select(
      sql<number>`coalesce(cast(sum(octet_length(mails.recipient_keys)) as bigint), 0)`.as('bytes'),
    )
    .executeTakeFirstOrThrow()
  return bytes
}

/** Lists the newest mails that arrived after a marker, in one inbox or all, the newest first, for people to read. */
export function listNewestArrived(
  store: Sql,
  teamId: number,
  after: Marker,
  { inbox, limit }: { inbox: number | null; limit: number },
) {
  return explained(store, teamId)
    .where(arrivedAfter(teamId, after))
    .$if(inbox !== null, (query) => query.where('mails.inbox_id', '=', inbox))
    .orderBy('mail_arrivals.revision', 'desc')
    .orderBy('mail_arrivals.mail_id', 'desc')
    .limit(limit)
    .execute()
}

/** The same of these mails. */
export function listExplained(store: Sql, teamId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  return explained(store, teamId).where('mails.id', 'in', ids).orderBy('mails.id', 'desc').execute()
}

export type ExplainedRow = WaitedRow & ListedRow

const explained = (store: Sql, teamId: number) =>
  withPlace(store, teamId).select([...matchedColumns, 'mails.snippet'])

const tagKeys = sql<
  string | null
>`(select string_agg(mail_tags.key, ',') from mail_tags where mail_tags.mail_id = mails.id)`.as(
  'tag_keys',
)

const marks = sql<
  string | null
>`(select string_agg(mail_marks.key, ',') from mail_marks where mail_marks.mail_id = mails.id)`.as(
  'marks',
)

const withPlace = (store: Sql, teamId: number) =>
  store
    .selectFrom('mails')
    .leftJoin('mail_arrivals', 'mail_arrivals.mail_id', 'mails.id')
    .select(['mail_arrivals.revision', tagKeys, marks])
    .where('mails.team_id', '=', teamId)
    .where('mails.trashed_at', 'is', null)

/** What the words of a mail are made of, with its source; undefined when it is gone. */
export async function findToRead(
  { sources, sql: store }: Pick<Database, 'sources' | 'sql'>,
  id: number,
) {
  const [stored] = await sources.get(
    store
      .selectFrom('mails')
      .select(['mails.id', 'mails.received_at', 'mails.size', 'mails.login'])
      .select(['mails.envelope_from', 'mails.envelope_to'])
      .where('mails.id', '=', id),
  )
  return stored
}
