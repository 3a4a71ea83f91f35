import { inboxOf, type TeamRequest } from '../../../actor.ts'
import type { Sql, Database, Tx } from '../../../db/database.ts'
import type { MailRange } from '../../../db/mail/mail-ranges.ts'
import type { MailRow } from '../../../db/schema.ts'
import { inboxCounts } from './inbox-store.ts'
import { readCounters } from './mail-count-store.ts'
import { arrivedAt, inTeam } from '../../../db/dialects.ts'

// Which mails a sweep, the end of a team, the undoing of a deletion or the making of search words takes
// next: some at a time.

const mails = (store: Sql) => store.selectFrom('mails').select('id')
type Rows = { execute(): Promise<{ id: number }[]> }
const idsOf = async (rows: Rows) => (await rows.execute()).map((row) => row.id)

/** The newest mail of all teams; undefined when there is none. */
export async function newestMailId(store: Sql): Promise<number | undefined> {
  const [id] = await idsOf(mails(store).orderBy('id', 'desc').limit(1))
  return id
}

/** The oldest mails of a team, trashed ones too, none that came after `upTo`. */
export function oldestMailIds(
  store: Sql,
  teamId: number,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<number[]> {
  // Finds by arrival: only that index has all mail of a team, so nothing is sorted.
  const oldest = mails(store).where('team_id', '=', teamId).where('id', '<=', upTo)
  return idsOf(oldest.orderBy(arrivedAt).limit(limit))
}

const unflagged = (store: Sql) =>
  mails(store).where('trashed_at', 'is', null).where('flagged_at', 'is', null)

/** Unflagged mails that came before `before`, oldest first, of no range that is spared. */
export function listExpired(
  store: Sql,
  teamId: number,
  { before, limit, spared = [] }: { before: number; limit: number; spared?: readonly MailRange[] },
): Promise<number[]> {
  let expired = unflagged(store).where('team_id', '=', teamId).where(arrivedAt, '<', before)
  for (const { from, to } of spared) {
    expired = expired.where((mail) => mail.or([mail('id', '<', from), mail('id', '>=', to)]))
  }
  return idsOf(expired.orderBy(arrivedAt).limit(limit))
}

/**
 * The same of one inbox. Ids grow with arrival: found through the newest of the team that came before then, since no
 * index has the arrivals of an inbox. The few that came out of turn follow with a later sweep.
 */
export async function listExpiredOfInbox(
  store: Sql,
  teamId: number,
  { inbox, before, limit }: { inbox: number; before: number; limit: number },
): Promise<number[]> {
  const last = mails(store).where('team_id', '=', teamId).where(arrivedAt, '<', before)
  const [upTo] = await idsOf(last.orderBy(arrivedAt, 'desc').limit(1))
  if (upTo === undefined) return []
  const expired = inInbox(store, teamId, inbox)
    .select('id')
    .where('flagged_at', 'is', null)
    .where('id', '<=', upTo)
    .where(arrivedAt, '<', before)
  return idsOf(expired.orderBy('id').limit(limit))
}

/** What a team, or one inbox of it, keeps at most. */
export type MostKept = { inbox: number | null; kept: number }

/** How many mails a team or an inbox holds beyond `kept`; less than 0 where it holds fewer. */
export async function overflowOf(store: Sql, teamId: number, { inbox, kept }: MostKept) {
  const held =
    inbox === null
      ? await readCounters(store, teamId)
      : (await inboxCounts(store, teamId)).get(inbox)
  return (held?.total ?? 0) - kept
}

/** The oldest unflagged mails of a team or an inbox that holds more than `kept`. */
export async function listOverflow(
  store: Sql,
  teamId: number,
  { limit, ...most }: MostKept & { limit: number },
): Promise<number[]> {
  const over = await overflowOf(store, teamId, most)
  if (over <= 0) return []
  const oldest =
    most.inbox === null
      ? unflagged(store).where(inTeam(store, teamId)).orderBy('team_id')
      : inInbox(store, teamId, most.inbox).select('id').where('flagged_at', 'is', null)
  return idsOf(oldest.orderBy('id').limit(Math.min(limit, over)))
}

/** Mails of an inbox, newest first: all of them, or those that came since then. */
export const listOfInbox = (
  store: Sql,
  teamId: number,
  { inbox, since, limit }: { inbox: number; since: number | null; limit: number },
) =>
  idsOf(
    inInbox(store, teamId, inbox)
      .select('id')
      .$if(since !== null, (query) => query.where(arrivedAt, '>=', since))
      .orderBy('id', 'desc')
      .limit(limit),
  )

/** The newest mails of an inbox with the bytes of their sources. */
export const listSizesOfInbox = (
  store: Sql,
  teamId: number,
  { inbox, limit }: { inbox: number; limit: number },
): Promise<{ id: number; size: number }[]> =>
  inInbox(store, teamId, inbox).select(['id', 'size']).orderBy('id', 'desc').limit(limit).execute()

/** When the newest mail of an inbox came; null: it has none. */
export async function newestArrival(store: Sql, teamId: number, inbox: number) {
  const newest = inInbox(store, teamId, inbox).select(arrivedAt.as('at')).orderBy('id', 'desc')
  return (await newest.limit(1).executeTakeFirst())?.at ?? null
}

const inInbox = (store: Sql, teamId: number, inbox: number) =>
  store
    .selectFrom('mails')
    .where('team_id', '=', teamId)
    .where('inbox_id', '=', inbox)
    .where('trashed_at', 'is', null)

/** Which of these mails a request reaches; all of them where it reaches all of its team. */
export async function reachedIds(
  store: Sql,
  request: TeamRequest,
  ids: number[],
): Promise<number[]> {
  const inbox = inboxOf(request)
  if (inbox === null || ids.length === 0) return ids
  const own = mails(store).where('team_id', '=', request.teamId).where('inbox_id', '=', inbox)
  return idsOf(own.where('id', 'in', ids).orderBy('id', 'desc'))
}

/** Some mails that went by one deletion, newest first. */
export function listTrashed(
  store: Sql,
  teamId: number,
  at: number,
  { inbox, below, limit }: { inbox: number | null; below: number | null; limit: number },
): Promise<number[]> {
  // Written so that the index of the team's deletions returns them in their order: Postgres does not know
  // how many there are, and would collect and sort all of them each time.
  const trashed = mails(store)
    .where('team_id', '=', teamId)
    .where('trashed_at', '>=', at)
    .where('trashed_at', '<=', at)
    .where('id', '<', below ?? Number.MAX_SAFE_INTEGER)
    .$if(inbox !== null, (query) => query.where('inbox_id', '=', inbox))
  return idsOf(trashed.orderBy('trashed_at', 'desc').orderBy('id', 'desc').limit(limit))
}

/** Mails that were deleted before `before`, of one team or of any. */
export const listOldTrash = (
  store: Sql,
  { teamId, before, limit }: { teamId: number | null; before: number; limit: number },
): Promise<number[]> =>
  idsOf(
    mails(store)
      .$if(teamId !== null, (query) => query.where('team_id', '=', teamId))
      .where('trashed_at', '<', before)
      .orderBy('trashed_at')
      .limit(limit),
  )

/** Mails that wait for their words, newest first: these are looked for first. */
export function listToIndex(sql: Sql, { below, limit }: { below: number; limit: number }) {
  return sql
    .selectFrom('mails_to_index')
    .innerJoin('mails', 'mails.id', 'mails_to_index.mail_id')
    .select(['mails.id', 'mails.team_id', 'mails.received_at', 'mails.size'])
    .select(['mails.envelope_from', 'mails.envelope_to', 'mails.login', 'mails.subject'])
    .select(['mails.from_name', 'mails.from_address', 'mails.sender_key', 'mails.recipient_keys'])
    .select(['mails.attachment_count', 'mails.inbox_id'])
    .where('mails_to_index.mail_id', '<', below)
    .orderBy('mails_to_index.mail_id', 'desc')
    .limit(limit)
    .execute()
}

/** Lists the mails that are still there. */
export function listSources(
  { longReads, sources }: Pick<Database, 'longReads' | 'sources'>,
  mailIds: number[],
) {
  return sources.get(
    longReads.selectFrom('mails').select('mails.id').where('mails.id', 'in', mailIds),
  )
}

/** What was read from the source again. */
export async function setReadAgain(
  tx: Tx,
  mailId: number,
  columns: Pick<MailRow, 'sender_key' | 'recipient_keys' | 'other_people' | 'snippet'>,
): Promise<void> {
  await tx.updateTable('mails').set(columns).where('id', '=', mailId).execute()
}
