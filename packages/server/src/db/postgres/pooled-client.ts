import type { PoolClient } from 'pg'

/*
 * Connections through a pooler that shares sessions, such as PgBouncer in transaction mode. Settings of a
 * session and statements prepared by name would reach the sessions of others, or be missing.
 */

type Ask = (first: unknown, ...rest: unknown[]) => unknown

/** Each transaction that begins on the client, by a text that begins so, gets these settings. */
export function withinTransactions(client: PoolClient, settings: string): void {
  const ask = client.query as Ask
  const begin = settings === '' ? 'begin' : `begin; ${settings}`
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

/** From here to its release the client is in one transaction, so that the settings hold for single reads too. */
export async function asOneTransaction(client: PoolClient): Promise<void> {
  const release = client.release.bind(client)
  client.release = (destroy) => {
    if (destroy) release(destroy)
    // After a statement that failed this rolls back.
    else {
      client.query('commit').then(
        () => release(),
        () => release(true),
      )
    }
  }
  try {
    await client.query('begin')
  } catch (error) {
    release(true)
    throw error
  }
}
