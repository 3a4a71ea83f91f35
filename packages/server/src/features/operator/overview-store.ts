import type { Sql } from '../../db/database.ts'

/** Counts rows that were not deleted. */
export async function countRows(db: Sql, table: 'users' | 'teams'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .where('deleted_at', 'is', null)
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

type Queue = 'outbox' | 'rule_deliveries'

/**
 * Counts, by indexes, the waiting rows of a queue up to `most`, since when they wait, and those that failed since
 * `since`.
 */
export async function queueCounts(
  db: Sql,
  table: Queue,
  { most, since }: { most: number; since: number },
) {
  const some = db
    .selectFrom(table)
    .where('state', '=', 'queued')
    .select('created_at')
    .limit(most)
    .as('some')
  const [waiting, failed] = await Promise.all([
    db
      .selectFrom(some)
      .select((of) => [of.fn.countAll().as('count'), of.fn.min('created_at').as('since')])
      .executeTakeFirst(),
    db
      .selectFrom(
        db
          .selectFrom(table)
          .where('settled_at', '>=', since)
          .where('state', '=', 'failed')
          .select('id')
          .limit(most)
          .as('some'),
      )
      .select((of) => of.fn.countAll().as('count'))
      .executeTakeFirst(),
  ])
  return {
    waiting: Number(waiting?.count ?? 0),
    since: waiting?.since ?? null,
    failed: Number(failed?.count ?? 0),
  }
}

export async function addCaught(db: Sql, minute: number, mails: number): Promise<void> {
  await db
    .insertInto('caught_counts')
    .values({ minute, mails })
    .onConflict((conflict) =>
      conflict
        .column('minute')
        .doUpdateSet((row) => ({ mails: row('caught_counts.mails', '+', mails) })),
    )
    .execute()
}

export async function caughtSince(db: Sql, minute: number): Promise<number> {
  const row = await db
    .selectFrom('caught_counts')
    .where('minute', '>=', minute)
    .select((of) => of.fn.sum('mails').as('mails'))
    .executeTakeFirst()
  return Number(row?.mails ?? 0)
}

export async function deleteCaughtBefore(db: Sql, minute: number): Promise<void> {
  await db.deleteFrom('caught_counts').where('minute', '<', minute).execute()
}
