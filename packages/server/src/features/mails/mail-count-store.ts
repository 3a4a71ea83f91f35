import { sql } from 'kysely'
import type { Database, Sql, Tx } from '../../db/database.ts'
import { notedSpans, readSpans, replaceNote, slotOfRevision } from '../../db/mail-change-notes.ts'
import { blockSize, type MailCounts } from './mail-counts.ts'
import type { Change } from './match-window.ts'
import type { Held } from './team-quota.ts'

export type TeamCounts = Held & { unread: number; flagged: number; revision: number }

const heldColumns = ['total', 'bytes', 'trashed', 'trashed_bytes'] as const
const nothing = { total: 0, bytes: 0, trashed: 0, trashed_bytes: 0 }

export async function readCounters(store: Sql, teamId: number): Promise<TeamCounts> {
  const row = await store
    .selectFrom('team_counters')
    .select([...heldColumns, 'unread', 'flagged', 'revision'])
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return row ?? { ...nothing, unread: 0, flagged: 0, revision: 0 }
}

/** What each of the teams holds. */
export async function readHeld(store: Sql, teamIds: readonly number[]): Promise<Map<number, Held>> {
  const rows = await store
    .selectFrom('team_counters')
    .select(['team_id', ...heldColumns])
    .where('team_id', 'in', teamIds)
    .execute()
  return new Map(rows.map(({ team_id, ...held }) => [team_id, held]))
}

/** The same, held as they are until the transaction ends: by a write that changes nothing. */
export async function holdCounters(tx: Tx, teamId: number): Promise<Pick<TeamCounts, 'total'>> {
  const row = await tx
    .updateTable('team_counters')
    .set((column) => ({ total: column.ref('total') }))
    .where('team_id', '=', teamId)
    .returning('total')
    .executeTakeFirst()
  return row ?? { total: 0 }
}

/** After the mails themselves have been changed: whoever counts has locked them, teams before blocks. */
export async function addCounts(tx: Tx, { teams, changes, blocks }: MailCounts): Promise<void> {
  for (const { team_id, trashed = 0, trashed_bytes = 0, ...counts } of teams) {
    await tx
      .updateTable('team_counters')
      .set((column) => ({
        total: column('total', '+', counts.total),
        unread: column('unread', '+', counts.unread),
        flagged: column('flagged', '+', counts.flagged),
        bytes: column('bytes', '+', counts.bytes),
        trashed: column('trashed', '+', trashed),
        trashed_bytes: column('trashed_bytes', '+', trashed_bytes),
        revision: column('revision', '+', counts.revision),
      }))
      .where('team_id', '=', team_id)
      .execute()
  }
  for (const { team_id, mails, marksOnly } of changes) {
    await sql`
      insert into mail_changes (team_id, slot, revision, spans, marks_only)
      select team_id, ${sql.raw(slotOfRevision)}, revision, ${notedSpans(mails)},
        ${sql.lit(marksOnly ? 1 : 0)}
      from team_counters where team_id = ${team_id} ${sql.raw(replaceNote)}`.execute(tx)
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

/**
 * The revision of a team's mail, and what is known of the changes after an earlier one, the oldest
 * first. Their mails lie within spans.
 */
export async function readChanges(
  store: Sql,
  teamId: number,
  after: number,
): Promise<{ revision: number; changes: Change[] }> {
  const rows = await store
    .selectFrom('team_counters as counters')
    .leftJoin('mail_changes as change', (join) =>
      join.onRef('change.team_id', '=', 'counters.team_id').on('change.revision', '>', after),
    )
    .select(['counters.revision as now', 'change.revision', 'change.spans', 'change.marks_only'])
    .where('counters.team_id', '=', teamId)
    .orderBy('change.revision')
    .execute()
  return {
    revision: rows[0]?.now ?? 0,
    changes: rows.flatMap(({ revision, spans, marks_only }) =>
      revision === null ? [] : [{ revision, spans: readSpans(spans), marksOnly: marks_only === 1 }],
    ),
  }
}

/** Where to begin so that only `skip` mails have to be walked over. */
export type PageStart = { below: number; skip: number }

/** The block in which, newest first, the mail after `offset` others is found; null beyond the last. */
export async function findPageStart(
  store: Sql,
  teamId: number,
  counted: 'total' | 'unread',
  offset: number,
): Promise<PageStart | null> {
  const found = await store
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

/**
 * Blocks whose mails are all gone. Those that somebody is changing are left: they are changed in the
 * order of their ids, and waiting for them in another would be to wait in a circle.
 */
export async function removeEmptyBlocks({ sql: store, dialect }: Database): Promise<void> {
  await store
    .deleteFrom('mail_blocks')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('team_id', 'block'),
        'in',
        dialect
          .skipLocked(
            selectFrom('mail_blocks')
              .select(['team_id', 'block'])
              .where('total', '=', 0)
              .where('unread', '=', 0),
          )
          .$asTuple('team_id', 'block'),
      ),
    )
    .execute()
}
