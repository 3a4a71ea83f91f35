import { sql, type ExpressionBuilder } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { MailTagRow, Schema } from '../../../db/schema.ts'
import { lockMails } from '../../../db/locks.ts'
import { addCounts, holdCounters } from '../rows/mail-count-store.ts'
import { countsOf, markCounts, purgeCounts, trashCounts } from '../rows/mail-counts.ts'
import { inboxRows } from '../rows/inbox-counts.ts'
import { tagCounts } from '../rows/mail-tags.ts'
import { overflowOf, type MostKept } from '../rows/mail-ids-store.ts'
import { addTagCounts, listMailTags } from '../rows/tag-store.ts'

// Changes some mails of a team and the counts that follow them. Ids of other teams, of mails that are gone or already
// as they should be change nothing; returns the ids that changed.

export type Mark = 'read_at' | 'flagged_at'

const countedColumns = (mails: ExpressionBuilder<Schema, 'mails'>) =>
  [
    'id',
    'team_id',
    'read_at',
    'flagged_at',
    'size',
    'trashed_at',
    'inbox_id',
    mails.fn<number>('octet_length', ['envelope_to']).as('envelope_bytes'),
  ] as const

const idsOf = (mails: readonly { id: number }[]) => mails.map((mail) => mail.id)

/** Counts tags and inboxes for mails that come back (1) or go (-1). Tags of other mails are passed over. */
async function countTagsOf(
  tx: Tx,
  mails: readonly { id: number; team_id: number; inbox_id: number; read_at: number | null }[],
  sign: 1 | -1,
  tags: readonly MailTagRow[],
): Promise<void> {
  const all = [...tags, ...inboxRows(mails)]
  if (all.length === 0) return
  const readAt = new Map(mails.map(({ id, read_at }) => [id, read_at]))
  const counted = all
    .filter(({ mail_id }) => readAt.has(mail_id))
    .map((tag) => {
      const unread: 0 | 1 | -1 = readAt.get(tag.mail_id) === null ? sign : 0
      return { ...tag, total: sign, unread }
    })
  await addTagCounts(tx, tagCounts(counted))
}

/** Written so that SQLite looks mails up by their ids, and not through all mail of the team. */
const ofTeam = sql<number>`+team_id`
export async function setMark(
  tx: Tx,
  teamId: number,
  mailIds: readonly number[],
  mark: Mark,
  at: number | null,
): Promise<number[]> {
  await lockMails(tx, mailIds)
  const changed = await tx
    .updateTable('mails')
    .set({ [mark]: at })
    .where(ofTeam, '=', teamId)
    .where('id', 'in', mailIds)
    .where('trashed_at', 'is', null)
    .where(mark, at === null ? 'is not' : 'is', null)
    .returning(['id', 'team_id', 'inbox_id'])
    .execute()
  const ids = idsOf(changed)
  if (ids.length === 0) return ids
  const [counted, isMore] =
    mark === 'read_at' ? (['unread', at === null] as const) : (['flagged', at !== null] as const)
  await addCounts(tx, markCounts(teamId, counted, isMore ? ids.length : -ids.length))
  if (mark === 'read_at') {
    const unread = isMore ? 1 : -1
    const tags = [...(await listMailTags(tx, ids)), ...inboxRows(changed)]
    await addTagCounts(tx, tagCounts(tags.map((tag) => ({ ...tag, total: 0, unread }))))
  }
  return ids
}

/** Hides mails until they are restored or purged; none that is flagged, if these are spared. */
export async function trashMails(
  tx: Tx,
  teamId: number,
  mailIds: readonly number[],
  at: number,
  { spareFlagged = false } = {},
): Promise<number[]> {
  await lockMails(tx, mailIds)
  const trashed = await tx
    .updateTable('mails')
    .set({ trashed_at: at })
    .where(ofTeam, '=', teamId)
    .where('id', 'in', mailIds)
    .where('trashed_at', 'is', null)
    .$if(spareFlagged, (query) => query.where('flagged_at', 'is', null))
    .returning(countedColumns)
    .execute()
  await addCounts(tx, trashCounts(trashed, 1))
  await countTagsOf(tx, trashed, -1, await listMailTags(tx, idsOf(trashed)))
  return idsOf(trashed)
}

export async function restoreMails(
  tx: Tx,
  teamId: number,
  mailIds: readonly number[],
): Promise<number[]> {
  await lockMails(tx, mailIds)
  const restored = await tx
    .updateTable('mails')
    .set({ trashed_at: null })
    .where(ofTeam, '=', teamId)
    .where('id', 'in', mailIds)
    .where('trashed_at', 'is not', null)
    .returning(countedColumns)
    .execute()
  await addCounts(tx, trashCounts(restored, -1))
  await countTagsOf(tx, restored, 1, await listMailTags(tx, idsOf(restored)))
  return idsOf(restored)
}

/**
 * Deletes mails for good, trashed before or not, with their sources and words; or only mails that were neither
 * flagged nor trashed.
 */
export async function removeMails(
  tx: Tx,
  teamId: number,
  mailIds: readonly number[],
  { ifUntouched = false } = {},
): Promise<number[]> {
  await lockMails(tx, mailIds)
  // They go with their mails.
  const tags = await listMailTags(tx, mailIds)
  const removed = await tx
    .deleteFrom('mails')
    .where(ofTeam, '=', teamId)
    .where('id', 'in', mailIds)
    .$if(ifUntouched, (query) =>
      query.where('flagged_at', 'is', null).where('trashed_at', 'is', null),
    )
    .returning(countedColumns)
    .execute()
  const [kept, trashed] = [
    removed.filter((mail) => mail.trashed_at === null),
    removed.filter((mail) => mail.trashed_at !== null),
  ]
  await addCounts(tx, countsOf(kept, -1))
  await addCounts(tx, purgeCounts(trashed))
  await countTagsOf(tx, kept, -1, tags)
  return idsOf(removed)
}

/** Deletes for good which of the mails were neither flagged nor trashed since they were listed. */
export const removeExpired = (tx: Tx, teamId: number, ids: number[]): Promise<number[]> =>
  removeMails(tx, teamId, ids, { ifUntouched: true })

/** The same, the first ones first, and of them no more than the team or inbox holds beyond `kept` by now. */
export async function removeOverflow(
  tx: Tx,
  teamId: number,
  ids: number[],
  most: MostKept,
): Promise<number[]> {
  await lockMails(tx, ids)
  await holdCounters(tx, teamId)
  const over = await overflowOf(tx, teamId, most)
  return over <= 0 ? [] : removeExpired(tx, teamId, ids.slice(0, over))
}

/**
 * Deletes them for good, unless restored meanwhile; returns the teams whose they were. Of what people
 * see nothing changes: they have not been counted there since they were trashed.
 */
export async function purgeMails(tx: Tx, mailIds: readonly number[]): Promise<number[]> {
  await lockMails(tx, mailIds)
  const purged = await tx
    .deleteFrom('mails')
    .where('id', 'in', mailIds)
    .where('trashed_at', 'is not', null)
    .returning(countedColumns)
    .execute()
  const counts = purgeCounts(purged)
  await addCounts(tx, counts)
  return counts.map(({ team_id }) => team_id)
}
