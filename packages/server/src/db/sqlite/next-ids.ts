import { sql, type Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'

/** This process is the only one, so a counter is enough; it goes on where the last one stopped. */
export async function createNextIds(database: Kysely<Schema>): Promise<Database['nextIds']> {
  const { rows } = await sql<{ last: number }>`
    select max(seq) as last from sqlite_sequence where name = 'mails'`.execute(database)
  let last = rows[0]?.last ?? 0
  return async (_table, count) => Array.from({ length: count }, () => ++last)
}
