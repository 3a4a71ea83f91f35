import { AsyncLocalStorage } from 'node:async_hooks'
import type { BaseLogger } from 'pino'
import type { Database, Sql } from './database.ts'
import type { Lifetime } from './lifetime.ts'

const scopes = new AsyncLocalStorage<{ open: boolean }>()

export function createTransaction(
  sql: Sql,
  lifetime: Lifetime,
  log: BaseLogger,
): Database['transaction'] {
  return (work) =>
    lifetime.run(async () => {
      const scope = { open: true }
      const afterwards: (() => void)[] = []
      try {
        const result = await sql
          .transaction()
          .execute((tx) => scopes.run(scope, () => work(tx, (next) => void afterwards.push(next))))
        scope.open = false
        runAll(afterwards, log)
        return result
      } finally {
        scope.open = false
      }
    })
}

/**
 * For what waits until no transaction is open: asked for by the code of an open one, without its
 * `tx`, it would wait for itself.
 */
export function refuseInsideTransaction(): void {
  if (scopes.getStore()?.open) {
    throw new Error('A write inside a transaction must use its tx; this one would wait for it')
  }
}

/** The transaction has committed: its caller must not get an error for what fails now. */
function runAll(afterwards: (() => void)[], log: BaseLogger): void {
  for (const next of afterwards) {
    try {
      next()
    } catch (error) {
      log.error({ err: error }, 'Work after a commit failed')
    }
  }
}
