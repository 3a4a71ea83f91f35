import { limits, tagKey, type Tag, type TagColor } from '@mailstop/contract'
import { sql } from 'kysely'
import type { Sql, Tx } from '../../../db/database.ts'
import type { MailTagRow, TeamTagRow } from '../../../db/schema.ts'
import { inGroups } from '../../../lib/shares/in-groups.ts'
import { orAddToTag } from '../../../db/mail/team-tags.ts'

// Tags of mails, and how many mails have each.

/** The tags of mails, each mail's in the order of the alphabet. */
export async function listMailTags(store: Sql, mailIds: readonly number[]): Promise<MailTagRow[]> {
  if (mailIds.length === 0) return []
  const rows = await store
    .selectFrom('mail_tags')
    .selectAll()
    .where('mail_id', 'in', mailIds)
    .execute()
  return rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** How many tags each mail has that has some. */
export async function countMailTags(
  store: Sql,
  mailIds: readonly number[],
): Promise<Map<number, number>> {
  if (mailIds.length === 0) return new Map()
  const rows = await store
    .selectFrom('mail_tags')
    .select(({ fn }) => ['mail_id', fn.countAll<number>().as('tags')])
    .where('mail_id', 'in', mailIds)
    .groupBy('mail_id')
    .execute()
  return new Map(rows.map(({ mail_id, tags }) => [mail_id, tags]))
}

/** The names of the tags of each mail that has some. */
export async function namesOfTags(
  store: Sql,
  mailIds: readonly number[],
): Promise<Map<number, string[]>> {
  const byMail = Map.groupBy(await listMailTags(store, mailIds), ({ mail_id }) => mail_id)
  return new Map([...byMail].map(([id, tags]) => [id, tags.map(({ name }) => name)]))
}

/** Lists the tags that came with the newest mail, the newest first. */
export function listTeamTags(store: Sql, teamId: number): Promise<Tag[]> {
  return (
    store
      .selectFrom('team_tags')
      .leftJoin('tag_colors', (join) =>
        join
          .onRef('tag_colors.team_id', '=', 'team_tags.team_id')
          .onRef('tag_colors.key', '=', 'team_tags.key'),
      )
      .select(['team_tags.name', 'total', 'unread', 'color'])
      .where('team_tags.team_id', '=', teamId)
      // Inboxes are counted here too (`inbox-counts.ts`).
      .where('team_tags.name', '<>', '')
      .orderBy('newest_mail', 'desc')
      .limit(limits.tagsListed)
      .execute()
  )
}

/** How many of the newest mails of an inbox are looked at: its tags are not counted. */
const mailsOfInbox = 10_000

/** The tags of the newest mails of one inbox, which came with the newest mail first. */
export async function listInboxTags(store: Sql, teamId: number, inbox: number): Promise<Tag[]> {
  const newest = store
    .selectFrom('mails')
    .select(['id', 'read_at'])
    .where('team_id', '=', teamId)
    .where('inbox_id', '=', inbox)
    .where('trashed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(mailsOfInbox)
  const rows = await store
    .selectFrom(newest.as('newest'))
    .innerJoin('mail_tags', 'mail_tags.mail_id', 'newest.id')
    .groupBy('mail_tags.key')
    .select((row) => [
      row.fn.max('mail_tags.name').as('name'),
      row.fn.countAll<number>().as('total'),
      sql<number>`sum(case when newest.read_at is null then 1 else 0 end)`.as('unread'),
    ])
    .orderBy((row) => row.fn.max('newest.id'), 'desc')
    .limit(limits.tagsListed)
    .execute()
  return rows.map(({ name, total, unread }) => {
    return { name, total, unread, color: null }
  })
}

/** Lists the tags that have a color, also those of no mail, in the order of the alphabet. */
export function listColoredTags(store: Sql, teamId: number): Promise<Tag[]> {
  return store
    .selectFrom('tag_colors')
    .leftJoin('team_tags', (join) =>
      join
        .onRef('team_tags.team_id', '=', 'tag_colors.team_id')
        .onRef('team_tags.key', '=', 'tag_colors.key'),
    )
    .select((column) => [
      column.fn.coalesce('team_tags.name', 'tag_colors.name').as('name'),
      column.fn.coalesce('total', sql<number>`0`).as('total'),
      column.fn.coalesce('unread', sql<number>`0`).as('unread'),
      'color',
    ])
    .where('tag_colors.team_id', '=', teamId)
    .orderBy('tag_colors.key')
    .execute()
}

export async function writeColor(
  tx: Tx,
  teamId: number,
  name: string,
  color: TagColor | null,
): Promise<void> {
  const key = tagKey(name)
  await tx.deleteFrom('tag_colors').where('team_id', '=', teamId).where('key', '=', key).execute()
  if (color === null) return
  await tx.insertInto('tag_colors').values({ team_id: teamId, key, name, color }).execute()
}

/** Some mails that have a tag, deleted ones too, newest first. */
export async function listTagged(
  store: Sql,
  teamId: number,
  key: string,
  { below, limit }: { below: number | null; limit: number },
): Promise<number[]> {
  const rows = await store
    .selectFrom('mail_tags')
    .select('mail_id')
    .where('team_id', '=', teamId)
    .where('key', '=', key)
    .$if(below !== null, (query) => query.where('mail_id', '<', below))
    .orderBy('mail_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.mail_id)
}

/** How many mails have each of the tags; one that no mail has is missing. */
export async function tagTotals(
  store: Sql,
  teamId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const rows = await store
    .selectFrom('team_tags')
    .select(['key', 'total'])
    .where('team_id', '=', teamId)
    .where('key', 'in', keys)
    .execute()
  return new Map(rows.map(({ key, total }) => [key, total]))
}

export async function writeTagName(tx: Tx, teamId: number, name: string): Promise<void> {
  await tx
    .updateTable('team_tags')
    .set({ name })
    .where('team_id', '=', teamId)
    .where('key', '=', tagKey(name))
    .execute()
}

/** Call `addCounts` for the same teams first: their rows are the lock of these. */
export async function addTagCounts(tx: Tx, rows: readonly TeamTagRow[]): Promise<void> {
  for (const some of inParts(rows, 500)) {
    const values = some.map(
      (row) =>
        sql`(${row.team_id}, ${row.key}, ${row.name}, ${row.total}, ${row.unread}, ${row.newest_mail})`,
    )
    await sql`insert into team_tags (team_id, key, name, total, unread, newest_mail)
      values ${sql.join(values)} ${sql.raw(orAddToTag)}`.execute(tx)
  }
  for (const [teamId, fewer] of Map.groupBy(
    rows.filter(({ total }) => total < 0),
    (row) => row.team_id,
  )) {
    for (const some of inParts(fewer, 1_000)) {
      const keys = some.map(({ key }) => key)
      await tx
        .deleteFrom('team_tags')
        .where('team_id', '=', teamId)
        .where('key', 'in', keys)
        .where('total', '<=', 0)
        .execute()
    }
  }
}

/** The mails must be locked. */
export async function insertMailTags(tx: Tx, rows: readonly MailTagRow[]): Promise<void> {
  for (const some of inParts(rows, 1_000)) {
    await tx.insertInto('mail_tags').values(some).execute()
  }
}

/** All tags of mails that are locked. */
export async function deleteMailTags(tx: Tx, mailIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('mail_tags').where('mail_id', 'in', mailIds).execute()
}

/** Statements take a bounded number of values. */
const inParts = <Row>(rows: readonly Row[], most: number) => inGroups(rows, { cost: most }, () => 1)

/** Returns which of the teams have addresses with a plus tag their mail. */
export async function teamsWithPlusTags(store: Sql, teamIds: number[]): Promise<Set<number>> {
  const rows = await store
    .selectFrom('teams')
    .select('id')
    .where('id', 'in', teamIds)
    .where('plus_tags_off_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function setPlusTagsOff(tx: Tx, teamId: number, at: number | null): Promise<void> {
  await tx.updateTable('teams').set({ plus_tags_off_at: at }).where('id', '=', teamId).execute()
}
