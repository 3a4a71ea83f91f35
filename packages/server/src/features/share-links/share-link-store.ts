import type { Insertable, Selectable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'

/** A link with the name of who made it. */
export type ShareLinkRow = Selectable<Schema['share_links']> & { maker: string }

/**
 * The links that have not ended: their time is not over, and the membership in which they were made still is. Who left
 * and came back has another.
 */
const living = (sql: Sql, now: number) =>
  sql
    .selectFrom('share_links')
    .innerJoin('users', 'users.id', 'share_links.created_by')
    .innerJoin('team_members', (on) =>
      on
        .onRef('team_members.team_id', '=', 'share_links.team_id')
        .onRef('team_members.user_id', '=', 'share_links.created_by')
        .onRef('team_members.created_at', '<=', 'share_links.created_at'),
    )
    .where('share_links.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .where('users.disabled_at', 'is', null)

const shown = (sql: Sql, now: number) =>
  living(sql, now).selectAll('share_links').select('users.name as maker')

/** Oldest first. */
export function listLiving(
  sql: Sql,
  { teamId, mailId, now }: { teamId: number; mailId: number; now: number },
): Promise<ShareLinkRow[]> {
  return shown(sql, now)
    .where('share_links.team_id', '=', teamId)
    .where('share_links.mail_id', '=', mailId)
    .orderBy('share_links.id')
    .execute()
}

export function findLiving(sql: Sql, hash: string, now: number): Promise<ShareLinkRow | undefined> {
  return shown(sql, now).where('share_links.hash', '=', hash).executeTakeFirst()
}

export async function countLiving(sql: Sql, teamId: number, now: number): Promise<number> {
  const { count } = await living(sql, now)
    .where('share_links.team_id', '=', teamId)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertLink(tx: Tx, row: Insertable<Schema['share_links']>): Promise<void> {
  await tx.insertInto('share_links').values(row).execute()
}

/** False when its one opening was used before. */
export async function useOpening(sql: Sql, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('share_links')
    .set({ opened_at: now })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends one link of a mail, or all of them; returns how many. */
export async function removeLinks(
  sql: Sql,
  { teamId, mailId, id }: { teamId: number; mailId: number; id: number | null },
): Promise<number> {
  const all = sql
    .deleteFrom('share_links')
    .where('team_id', '=', teamId)
    .where('mail_id', '=', mailId)
  const { numDeletedRows } = await (id === null ? all : all.where('id', '=', id)).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function removeEnded(sql: Sql, now: number): Promise<void> {
  await sql.deleteFrom('share_links').where('expires_at', '<=', now).execute()
}
