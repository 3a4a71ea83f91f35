import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

/**
 * Lets one process at a time do something. A lease that is not renewed lapses, and another process can take it: so a
 * killed or frozen one holds up the others for no longer than `lastsMs`. It divides work and excludes nothing: two
 * clocks that differ may have two processes hold it for a while.
 */
export type Lease = ReturnType<typeof createLease>

type LeaseOptions = {
  db: Pick<Database, 'sql'>
  name: string
  lastsMs: number
  now: () => number
}

export function createLease({ db, name, lastsMs, now }: LeaseOptions) {
  const holder = randomUUID()
  return {
    /** Takes or prolongs it; false when another process has it. */
    async take(): Promise<boolean> {
      const taken = await db.sql
        .insertInto('leases')
        .values({ name, holder, ends_at: now() + lastsMs, taken_at: now() })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ holder, ends_at: now() + lastsMs, taken_at: now() })
            .where((row) =>
              row.or([row('leases.holder', '=', holder), row('leases.ends_at', '<=', now())]),
            ),
        )
        .returning('holder')
        .executeTakeFirst()
      return taken !== undefined
    },

    /** Lets another process have it at once. The row says when it was taken last. */
    async release(): Promise<void> {
      await db.sql
        .updateTable('leases')
        .set({ ends_at: 0 })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .execute()
    },
  }
}

/** How long `seldomTaken` trusts an answer: a small part of a lease. */
const answerMs = 20_000

/** Suits work of every second: it asks the table three times a minute. */
export function seldomTaken(lease: Lease, now: () => number): Lease {
  let isOurs = false
  let until = -Infinity
  return {
    async take() {
      if (now() >= until) {
        isOurs = await lease.take()
        until = now() + answerMs
      }
      return isOurs
    },
    release: lease.release,
  }
}
