import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database, Sql, Tx } from '../db/database.ts'
import type { QueueColumns, Schema } from '../db/schema.ts'
export type QueueTable = {
  [T in keyof Schema]: Selectable<Schema[T]> extends AnyRow ? T : never
}[keyof Schema]

export type QueueRow<T extends QueueTable> = Selectable<Schema[T]> & AnyRow
export type NewQueueRow<T extends QueueTable> = Omit<Insertable<Schema[T]>, keyof QueueColumns>
export type QueueState = QueueColumns['state']

type AnyRow = QueueColumns & { id: number | string }
type AnyQueue = { queue: AnyRow }
type Claim = Pick<AnyRow, 'id' | 'claim'>

export type QueueStore<T extends QueueTable> = ReturnType<typeof createQueueStore<T>>

export function createQueueStore<T extends QueueTable>(
  db: Pick<Database, 'dialect' | 'sql'>,
  table: T,
) {
  // Kysely checks the name of one table; all queues have the columns used here.
  const name = table as string as 'queue'
  const on = (sql: Sql) => sql as unknown as Kysely<AnyQueue>
  const queue = on(db.sql)
  const queued = () => queue.selectFrom(name).where('state', '=', 'queued')

  async function insert(tx: Tx, row: object): Promise<void> {
    await tx
      .insertInto(table)
      .values(row as Insertable<Schema[T]>)
      .execute()
  }

  /** Takes the row that has been due longest, for `claim`, until `until`. */
  async function claimNext({ claim, now, until }: { claim: string; now: number; until: number }) {
    const next = queued()
      .select('id')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('id')
      .limit(1)
    const row = await queue
      .updateTable(name)
      .set((column) => ({ claim, due_at: until, attempts: column('attempts', '+', 1) }))
      .where('id', '=', db.dialect.skipLocked(next))
      .returningAll()
      .executeTakeFirst()
    return row as QueueRow<T> | undefined
  }

  /** Only the holder of a claim changes its row: a claim that lapsed may be another process's now. */
  async function change(
    { id, claim }: Claim,
    changes: Partial<QueueColumns>,
    sql: Sql = db.sql,
  ): Promise<boolean> {
    const { numUpdatedRows } = await on(sql)
      .updateTable(name)
      .set(changes)
      .where('id', '=', id)
      .where('claim', '=', claim)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async function remove({ id, claim }: Claim): Promise<void> {
    await queue.deleteFrom(name).where('id', '=', id).where('claim', '=', claim).execute()
  }

  /** Makes due at once what the last process was working on when it ended. */
  async function releaseClaims(now: number): Promise<void> {
    await queue
      .updateTable(name)
      .set({ claim: null, due_at: now })
      .where('state', '=', 'queued')
      .where('claim', 'is not', null)
      .execute()
  }
  async function nextDueAt(): Promise<number | null> {
    const row = await queued().select('due_at').orderBy('due_at').limit(1).executeTakeFirst()
    return row?.due_at ?? null
  }
  function removeSettled(before: number): Promise<void> {
    const old = queue
      .selectFrom(name)
      .select('id')
      .where('settled_at', '<', before)
      .limit(rowsAtOnce)
    return inBatches(() => queue.deleteFrom(name).where('id', 'in', old).executeTakeFirst())
  }

  /** How many wait, and how many were settled since then, of each state; by their indexes alone. */
  async function countByState(since: number): Promise<Map<QueueState, number>> {
    const all = queue
      .selectFrom(name)
      .select((row) => ['state', row.fn.countAll().as('count')])
      .groupBy('state')
    const rows = await all
      .where('state', '=', 'queued')
      .unionAll(all.where('settled_at', '>=', since))
      .execute()
    return new Map(rows.map(({ state, count }) => [state, Number(count)]))
  }

  /** When the oldest row that waits was written; null when none waits. */
  async function waitingSince(): Promise<number | null> {
    const row = await queued()
      .select((column) => column.fn.min('created_at').as('since'))
      .executeTakeFirst()
    return row?.since ?? null
  }

  return {
    insert,
    claimNext,
    change,
    remove,
    releaseClaims,
    nextDueAt,
    removeSettled,
    countByState,
    waitingSince,
  }
}

/** Rows changed by one statement, so that none holds the writer for long. */
export const rowsAtOnce = 500

type Changed = { numUpdatedRows?: bigint; numDeletedRows?: bigint }

/** Repeats a statement that changes at most `rowsAtOnce` rows, until it finds fewer. */
export async function inBatches(statement: () => Promise<Changed>): Promise<void> {
  for (;;) {
    const { numUpdatedRows, numDeletedRows } = await statement()
    if ((numUpdatedRows ?? numDeletedRows ?? 0n) < BigInt(rowsAtOnce)) return
  }
}
