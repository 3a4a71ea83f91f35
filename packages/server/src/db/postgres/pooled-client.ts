import type { PoolClient } from 'pg'

/*
 * Connections through a pooler that shares sessions, such as PgBouncer in transaction mode. Settings of a
 * session and statements prepared by name would reach the sessions of others, or be missing.
 */

type Ask = (first: unknown, ...rest: unknown[]) => Promise<unknown>

/** Each transaction that begins on the client, by a text that begins so, gets these settings. */
export function withinTransactions(client: PoolClient, settings: readonly string[]): void {
  const ask = client.query as Ask
  const begin = ['begin', ...settings].join('; ')
  const query: Ask = (first, ...rest) =>
    typeof first === 'string'
      ? ask(first.replace(/^begin\b/i, begin), ...rest)
      : ask(withoutName(first), ...rest)
  client.query = query as PoolClient['query']
}

/** Another session may have prepared another statement by this name, or none. */
function withoutName(asked: unknown): unknown {
  const isConfig = typeof asked === 'object' && asked !== null && !('submit' in asked)
  return isConfig && 'name' in asked ? { ...asked, name: undefined } : asked
}

/** Each statement is a transaction, so that the settings hold for it too. Its answer comes after the commit. */
export function asTransactions(client: PoolClient): void {
  const ask = client.query as Ask
  const query: Ask = async (...asked) => {
    // One round trip to the server: none waits for the answer of the one before.
    const steps = [ask('begin'), ask(...asked), ask('commit')]
    // After a statement that failed, the commit rolls back.
    const [begun, answered, ended] = await Promise.allSettled(steps)
    for (const step of [answered, begun, ended]) if (step?.status === 'rejected') throw step.reason
    return answered?.status === 'fulfilled' ? answered.value : undefined
  }
  client.query = query as PoolClient['query']
}
