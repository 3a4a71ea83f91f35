import type { ClientBase } from 'pg'

/** What a server sets for each new session of its own; 0: no limit. */
export type SessionLimits = {
  statementMs: number
  idleInTransactionMs: number
  /** Whether a commit is on disk when it returns. */
  isDurable: boolean
}

/**
 * A transaction holds rows that all processes want, such as the counts of a team's mail. If its process stands still
 * between two statements, it is ended, so that the others wait no longer than this.
 */
const idleInTransactionMs = 5_000

/** `reset_val`: another client of a pooler may have left a setting of its own in the session. */
export async function sessionLimits(client: ClientBase): Promise<SessionLimits> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    select name, reset_val as value from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'synchronous_commit')`)
  const found = new Map(rows.map(({ name, value }) => [name, value]))
  return {
    statementMs: Number(found.get('statement_timeout') ?? 0),
    idleInTransactionMs: Number(found.get('idle_in_transaction_session_timeout') ?? 0),
    isDurable: !['off', 'local', 'remote_write'].includes(found.get('synchronous_commit') ?? 'on'),
  }
}

/**
 * The settings that a session of ours has, as statements; `scope` is the session or one transaction. What
 * takes longer fails; a stricter limit of the server's stays, and so does a stricter commit.
 */
export function settingsFor(
  scope: 'session' | 'transaction',
  server: SessionLimits,
  statementMs: number | undefined,
): string[] {
  const set = scope === 'session' ? 'set' : 'set local'
  const settings: string[] = []
  if (!server.isDurable) settings.push(`${set} synchronous_commit = on`)
  const limit = (name: string, ms: number, ofServer: number) => {
    if (ofServer === 0 || ofServer > ms) settings.push(`${set} ${name} = ${ms}`)
  }
  limit('idle_in_transaction_session_timeout', idleInTransactionMs, server.idleInTransactionMs)
  if (statementMs !== undefined) limit('statement_timeout', statementMs, server.statementMs)
  return settings
}
