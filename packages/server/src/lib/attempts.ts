import type { Sql } from '../db/database.ts'
import { rateLimited } from '../errors.ts'
import { countAttempt, deleteAttempts, deleteEndedAttempts } from './attempts-store.ts'
import { sha256Hex } from './tokens.ts'

/**
 * Limits how often something is tried: at most `limit` times for a key within a window that starts with
 * the first one. Counted in the database, so that processes which share one share the limits, and a
 * restart lifts none. An attempt beyond the limit writes nothing.
 */
export type Attempts = {
  /** Counts one; refused as `rate_limited`, saying until when and perhaps why, once they are used up. */
  spend(key: string, why?: string): Promise<void>
  /** Counts one; false once they are used up. */
  take(key: string): Promise<boolean>
  forget(key: string): Promise<void>
}

/**
 * Makes the limit called `name`; keys of different names have nothing to do with each other. Two limits
 * of one name and window count together, each up to its own.
 */
export type Limiter = (name: string, rule: { limit: number; windowMs: number }) => Attempts

type KeptLimiter = Limiter & {
  /** To be called now and then: a window that has ended limits nothing, but fills the table. */
  removeEnded(): Promise<void>
}

export function createLimiter({ sql, now }: { sql: Sql; now: () => number }): KeptLimiter {
  const limiter: Limiter = (name, { limit, windowMs }) => {
    const idOf = (key: string) => sha256Hex(`${name} ${key}`)

    const count = (key: string) =>
      countAttempt(sql, { id: idOf(key), limit, now: now(), endsAt: now() + windowMs })

    return {
      async spend(key, why) {
        const endsAt = await count(key)
        if (endsAt === null) return
        throw rateLimited(Math.max(1, Math.ceil((endsAt - now()) / 1_000)), why)
      },
      take: async (key) => (await count(key)) === null,
      forget: (key) => deleteAttempts(sql, idOf(key)),
    }
  }

  return Object.assign(limiter, { removeEnded: () => deleteEndedAttempts(sql, now()) })
}
