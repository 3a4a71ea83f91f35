import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Some milliseconds of work; others write between two steps. */
const pagesAtOnce = 64

/**
 * SQLite keeps the words of mails in runs, as they were written, and a search looks into each of
 * them. One step of making a few runs of many; false when few are left. Postgres has one index.
 */
export async function mergeWords(db: Database): Promise<boolean> {
  if (db.dialect.name === 'postgres') return false
  return db.transaction(async (tx) => {
    const changesSoFar = async () => {
      const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(tx)
      return rows[0]?.count ?? 0
    }
    const before = await changesSoFar()
    await sql`insert into mail_words (mail_words, rank) values ('merge', ${pagesAtOnce})`.execute(
      tx,
    )
    // The command itself counts as one (sqlite.org/fts5.html, section 6.7).
    return (await changesSoFar()) - before > 1
  })
}
