import type { OnConflictBuilder } from 'kysely'
import type { Sql } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

type Attempt = { id: string; limit: number; now: number; endsAt: number }

type Conflict = OnConflictBuilder<Schema, 'attempts'>

/** Adds to a count that is there; one whose window has ended begins again. */
const addInWindow = (conflict: Conflict, now: number) =>
  conflict.column('id').doUpdateSet((row) => {
    const hasEnded = row('attempts.ends_at', '<=', now)
    const sum = row('attempts.used', '+', row.ref('excluded.used'))
    const endsAt = row.case().when(hasEnded).then(row.ref('excluded.ends_at'))
    return {
      used: row.case().when(hasEnded).then(row.ref('excluded.used')).else(sum).end(),
      ends_at: endsAt.else(row.ref('attempts.ends_at')).end(),
    }
  })

/** Counts an attempt and returns null; when its window has no more, returns the end of the window. */
export async function countAttempt(
  db: Sql,
  { id, limit, now, endsAt }: Attempt,
): Promise<number | null> {
  const counted = await db
    .insertInto('attempts')
    .values({ id, used: 1, ends_at: endsAt })
    .onConflict((conflict) =>
      addInWindow(conflict, now).where((row) =>
        row.or([row('attempts.ends_at', '<=', now), row('attempts.used', '<', limit)]),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  if (counted) return null
  const row = await db
    .selectFrom('attempts')
    .select('ends_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.ends_at ?? now
}

/** When the window without remaining attempts ends; null when some remain. */
export async function windowEnd(
  db: Sql,
  { id, limit, now }: Omit<Attempt, 'endsAt'>,
): Promise<number | null> {
  const row = await db
    .selectFrom('attempts')
    .select('ends_at')
    .where('id', '=', id)
    .where('used', '>=', limit)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return row?.ends_at ?? null
}

/** Adds to counts, which begin again when their window has ended; returns the sums. */
export function addAttempts(
  db: Sql,
  added: { id: string; used: number; ends_at: number }[],
  now: number,
): Promise<{ id: string; used: number; ends_at: number }[]> {
  // Rows are written in one order, so that two processes do not wait for each other.
  const rows = added.toSorted((left, right) => (left.id < right.id ? -1 : 1))
  return db
    .insertInto('attempts')
    .values(rows)
    .onConflict((conflict) => addInWindow(conflict, now))
    .returning(['id', 'used', 'ends_at'])
    .execute()
}

export const readAttempts = (
  db: Sql,
  ids: readonly string[],
  now: number,
): Promise<{ id: string; used: number }[]> =>
  db
    .selectFrom('attempts')
    .select(['id', 'used'])
    .where('id', 'in', ids)
    .where('ends_at', '>', now)
    .execute()

export async function deleteAttempts(db: Sql, id: string): Promise<void> {
  await db.deleteFrom('attempts').where('id', '=', id).execute()
}

export async function deleteEndedAttempts(db: Sql, now: number): Promise<void> {
  await db.deleteFrom('attempts').where('ends_at', '<=', now).execute()
}
