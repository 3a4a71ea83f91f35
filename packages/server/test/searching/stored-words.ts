import { sql } from 'kysely'
import type { Database } from '../../src/db/database.ts'
import { unpackDirectory } from '../../src/db/postgres/words/format/directory.ts'

/** Removes the words of all mail: it is not found by them. */
export async function forgetWords(db: Database): Promise<void> {
  await db.wordsSettled()
  const emptied =
    db.dialect.name === 'sqlite'
      ? [sql`delete from mail_words where rowid > 0`]
      : ['new_words', 'word_indexes', 'word_blocks'].map(
          (table) => sql`delete from ${sql.table(table)}`,
        )
  for (const statement of emptied) await statement.execute(db.sql)
}

/** The same, and the mails wait for their words. */
export async function loseWords(db: Database): Promise<void> {
  await forgetWords(db)
  const mails = await db.sql.selectFrom('mails').select('id as mail_id').execute()
  await db.sql.insertInto('mails_to_index').values(mails).execute()
}

/** The mails that are there and have words, each as often as it has them. */
export async function mailsWithWords(db: Database): Promise<number[]> {
  await db.wordsSettled()
  const mails = await db.sql.selectFrom('mails').select('id').execute()
  const kept = new Set(mails.map(({ id }) => id))
  const found = db.dialect.name === 'sqlite' ? await ofSqlite(db) : await ofPostgres(db)
  return found.filter((id) => kept.has(id)).toSorted((one, other) => one - other)
}

async function ofSqlite(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from mail_words_docsize`.execute(db.sql)
  return rows.map(({ id }) => id)
}

async function ofPostgres(db: Database): Promise<number[]> {
  const newWords = await db.sql.selectFrom('new_words').select('mail_ids').execute()
  const indexes = await db.sql.selectFrom('word_indexes').select('directory').execute()
  return [
    ...newWords.flatMap(({ mail_ids }) => mail_ids),
    ...indexes.flatMap(({ directory }) => unpackDirectory(directory).ids),
  ]
}
