import { sql } from 'kysely'
import type { Database, Sql } from '../database.ts'

export type SharingProcess = {
  id: string
  version: string
  /** As `ROLES` names them. */
  roles: string
  /** How many connections to Postgres it may have. */
  connections: number
}

/** How many connections the server leaves to others than its administrators, in SQL. */
export const connectionsAllowed = `(current_setting('max_connections')::int
  - current_setting('superuser_reserved_connections')::int
  - coalesce(current_setting('reserved_connections', true)::int, 0))`

/** The server's clock: the clocks of processes may differ. */
const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/**
 * Which processes share a Postgres. Each says every few seconds that it is there; one that is killed or frozen
 * is missing from the list soon after. All of it is asked on the connections for changes: a process that has nothing
 * else to do opens one.
 */
export function createProcessTable({
  db,
  own,
}: {
  db: Pick<Database, 'sql' | 'longReads'>
  own: SharingProcess
}) {
  return {
    async beat(): Promise<void> {
      await db.sql
        .insertInto('processes')
        .values({ ...own, started_at: now, seen_at: now })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
        .execute()
    },
    async list(withinMs: number): Promise<SharingProcess[]> {
      return db.longReads
        .selectFrom('processes')
        .select(['id', 'version', 'roles', 'connections'])
        .where('seen_at', '>', sql<number>`${now} - ${withinMs}::bigint`)
        .execute()
    },
    async remove(): Promise<void> {
      await db.sql.deleteFrom('processes').where('id', '=', own.id).execute()
    },
    async removeGone(afterMs: number): Promise<void> {
      await db.sql
        .deleteFrom('processes')
        .where('seen_at', '<', sql<number>`${now} - ${afterMs}::bigint`)
        .execute()
    },
  }
}

export async function countConnectionsAllowed(store: Sql): Promise<number> {
  const { rows } = await sql<{ allowed: number }>`
    select ${sql.raw(connectionsAllowed)} as allowed`.execute(store)
  return rows[0]?.allowed ?? Infinity
}
