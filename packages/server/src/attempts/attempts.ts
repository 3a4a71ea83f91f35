import type { Sql, Tx } from '../db/database.ts'
import { rateLimited } from '../errors.ts'
import {
  addAttempts,
  countAttempt,
  deleteAttempts,
  deleteEndedAttempts,
  readAttempts,
  windowEnd,
} from './attempts-store.ts'
import { sha256Hex } from '../lib/secrets/tokens.ts'

/**
 * Limits how often something is tried: at most `limit` times for a key within a window that starts with
 * the first one. Counted in the database, so that processes which share one share the limits, and a
 * restart lifts none. An attempt beyond the limit writes nothing.
 */
export type Attempts = {
  /**
   * Counts one; refused as `rate_limited`, saying until when, once they are used up. What is counted
   * in a transaction counts when that commits; until then others who count for the same key wait.
   */
  spend(key: string, options?: { tx?: Tx; message?: string }): Promise<void>
  /** Refused as `spend` would be now. Counts nothing. */
  requireRoom(key: string, message?: string): Promise<void>
  /** Counts one; false once they are used up. */
  take(key: string): Promise<boolean>
  forget(key: string): Promise<void>
}

/**
 * Makes the limit called `name`; keys of different names have nothing to do with each other. Two limits
 * of one name and window count together, each up to its own.
 */
export type Limiter = (name: string, rule: { limit: number; windowMs: number }) => Attempts

/** Adds to the counts of many keys in one write; returns the sums, and how long they still hold. */
export type Tally = (
  added: { key: string; count: number }[],
) => Promise<{ key: string; count: number; endsInMs: number }[]>

type KeptLimiter = Limiter & {
  /** Counts what is limited elsewhere, so that processes know each other's counts. */
  tally: (name: string, windowMs: number) => Tally
  /** The sums of a tally, by their keys. */
  sums: (name: string) => (keys: string[]) => Promise<Map<string, number>>
  /** To be called now and then: a window that has ended limits nothing, but fills the table. */
  removeEnded(): Promise<void>
}

export function createLimiter({ sql, now }: { sql: Sql; now: () => number }): KeptLimiter {
  const idFor = (name: string) => (key: string) => sha256Hex(`${name} ${key}`)

  const limiter: Limiter = (name, { limit, windowMs }) => {
    const refusal = (endsAt: number, message?: string) =>
      rateLimited(Math.max(1, Math.ceil((endsAt - now()) / 1_000)), message)

    const idOf = idFor(name)

    const count = (key: string, by: Sql = sql) =>
      countAttempt(by, { id: idOf(key), limit, now: now(), endsAt: now() + windowMs })

    return {
      async spend(key, { tx, message } = {}) {
        const endsAt = await count(key, tx)
        if (endsAt !== null) throw refusal(endsAt, message)
      },
      async requireRoom(key, message) {
        const endsAt = await windowEnd(sql, { id: idOf(key), limit, now: now() })
        if (endsAt !== null) throw refusal(endsAt, message)
      },
      take: async (key) => (await count(key)) === null,
      forget: (key) => deleteAttempts(sql, idOf(key)),
    }
  }

  function tally(name: string, windowMs: number): Tally {
    const idOf = idFor(name)
    return async (added) => {
      const at = now()
      const keys = new Map(added.map(({ key }) => [idOf(key), key]))
      const rows = added.map(({ key, count }) => ({
        id: idOf(key),
        used: count,
        ends_at: at + windowMs,
      }))
      const sums = await addAttempts(sql, rows, at)
      return sums.map(({ id, used, ends_at }) => ({
        key: keys.get(id) ?? '',
        count: used,
        endsInMs: ends_at - at,
      }))
    }
  }

  const sums = (name: string) => async (keys: string[]) => {
    const ids = new Map(keys.map((key) => [idFor(name)(key), key]))
    const rows = await readAttempts(sql, [...ids.keys()], now())
    return new Map(rows.map(({ id, used }) => [ids.get(id) ?? '', used]))
  }

  return Object.assign(limiter, { tally, sums, removeEnded: () => deleteEndedAttempts(sql, now()) })
}
