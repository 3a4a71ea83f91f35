import type { Sql, Tx } from '../../db/database.ts'
import { blockSize, type MailCounts } from './mail-counts.ts'

export type TeamCounts = { total: number; unread: number; flagged: number }

export async function readCounters(sql: Sql, teamId: number): Promise<TeamCounts> {
  const row = await sql
    .selectFrom('team_counters')
    .select(['total', 'unread', 'flagged'])
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return row ?? { total: 0, unread: 0, flagged: 0 }
}

/** After the mails themselves have been changed: whoever counts has locked them, teams before blocks. */
export async function addCounts(tx: Tx, { teams, blocks }: MailCounts): Promise<void> {
  for (const { team_id, total, unread, flagged } of teams) {
    await tx
      .updateTable('team_counters')
      .set((column) => ({
        total: column('total', '+', total),
        unread: column('unread', '+', unread),
        flagged: column('flagged', '+', flagged),
      }))
      .where('team_id', '=', team_id)
      .execute()
  }
  if (blocks.length === 0) return
  await tx
    .insertInto('mail_blocks')
    .values(blocks)
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'block']).doUpdateSet((is) => ({
        total: is('mail_blocks.total', '+', is.ref('excluded.total')),
        unread: is('mail_blocks.unread', '+', is.ref('excluded.unread')),
      })),
    )
    .execute()
}

/** Where to begin so that only `skip` mails have to be walked over. */
export type PageStart = { below: number; skip: number }

/** The block in which, newest first, the mail after `offset` others is found; null beyond the last. */
export async function findPageStart(
  sql: Sql,
  teamId: number,
  counted: 'total' | 'unread',
  offset: number,
): Promise<PageStart | null> {
  const found = await sql
    .selectFrom((from) =>
      from
        .selectFrom('mail_blocks')
        .select((is) => [
          'block',
          is.fn
            .sum<number>(counted)
            .over((over) => over.orderBy('block', 'desc'))
            .as('through'),
          `${counted} as here`,
        ])
        .where('team_id', '=', teamId)
        .as('blocks'),
    )
    .select(['block', 'through', 'here'])
    .where('through', '>', offset)
    .orderBy('block', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) return null
  return { below: (found.block + 1) * blockSize, skip: offset - (found.through - found.here) }
}

/** Blocks whose mails are all gone. */
export async function removeEmptyBlocks(sql: Sql): Promise<void> {
  await sql.deleteFrom('mail_blocks').where('total', '=', 0).where('unread', '=', 0).execute()
}
