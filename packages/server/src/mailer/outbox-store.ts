import type { Insertable, Updateable } from 'kysely'
import type { Database, Sql } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

export type ClaimedRow = NonNullable<Awaited<ReturnType<typeof claimNext>>>

type Claim = { id: string; claim: string | null }

const nothing = { message: null, source: null, claim: null }

export async function insertMail(db: Sql, row: Insertable<Schema['outbox']>): Promise<void> {
  await db.insertInto('outbox').values(row).execute()
}

/** Takes the mail that has been due longest, for `claim`, until `until`; undefined when none is due. */
export function claimNext(
  { dialect, sql }: Pick<Database, 'dialect' | 'sql'>,
  { claim, now, until }: { claim: string; now: number; until: number },
) {
  const next = sql
    .selectFrom('outbox')
    .select('id')
    .where('message', 'is not', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
  return sql
    .updateTable('outbox')
    .set((column) => ({ claim, due_at: until, attempts: column('attempts', '+', 1) }))
    .where('id', '=', dialect.skipLocked(next))
    .returningAll()
    .executeTakeFirst()
}

/** Only the holder of a claim says how it ended: one that lapsed may be another's by now. */
async function change(
  db: Sql,
  { id, claim }: Claim,
  changes: Updateable<Schema['outbox']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set(changes)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const prolongClaim = (db: Sql, row: Claim, until: number): Promise<boolean> =>
  change(db, row, { due_at: until })

export const markSent = (db: Sql, row: Claim, at: number, answer: string): Promise<boolean> =>
  change(db, row, { ...nothing, sent_at: at, answer })

export const markGivenUp = (db: Sql, row: Claim, at: number, answer: string): Promise<boolean> =>
  change(db, row, { ...nothing, given_up_at: at, answer })

export const postpone = (db: Sql, row: Claim, until: number, answer: string): Promise<boolean> =>
  change(db, row, { claim: null, due_at: until, answer })

/** Makes due at once what the last process was sending when it ended. */
export async function releaseClaims(db: Sql, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ claim: null, due_at: now })
    .where('claim', 'is not', null)
    .execute()
}

export async function deleteMail(db: Sql, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

/** When the next mail is due; null when none waits. */
export async function nextDueAt(db: Sql): Promise<number | null> {
  const row = await db
    .selectFrom('outbox')
    .select((column) => column.fn.min('due_at').as('due_at'))
    .where('message', 'is not', null)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** Forgets mail that was sent or given up, at most `limit` at once. */
export async function deleteSettled(db: Sql, before: number, limit: number): Promise<void> {
  const old = db
    .selectFrom('outbox')
    .select('id')
    .where('message', 'is', null)
    .where('created_at', '<', before)
    .limit(limit)
  await db.deleteFrom('outbox').where('id', 'in', old).execute()
}

export async function countMails(db: Sql): Promise<{ waiting: number; given_up: number }> {
  const row = await db
    .selectFrom('outbox')
    .select((column) => [
      column.fn.count('message').as('waiting'),
      column.fn.count('given_up_at').as('given_up'),
    ])
    .executeTakeFirstOrThrow()
  return { waiting: Number(row.waiting), given_up: Number(row.given_up) }
}

/** When the oldest mail that waits came; null when none does. */
export async function waitingSince(db: Sql): Promise<number | null> {
  const row = await db
    .selectFrom('outbox')
    .select((column) => column.fn.min('created_at').as('since'))
    .where('message', 'is not', null)
    .executeTakeFirst()
  return row?.since ?? null
}
