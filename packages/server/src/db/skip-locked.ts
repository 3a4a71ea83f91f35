import type { Database } from './database.ts'

type Lockable<Q> = { forUpdate(): { skipLocked(): Q } }

/**
 * Locks the rows that a claim selects and passes over those that another process is claiming. SQLite
 * has one writer and no such lock: there the statement that claims is alone as it is.
 */
export function skippingLocked<Q extends Lockable<Q>>(dialect: Database['dialect'], query: Q): Q {
  return dialect === 'postgres' ? query.forUpdate().skipLocked() : query
}
