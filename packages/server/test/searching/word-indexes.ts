import type { Database } from '../../src/db/database.ts'
import { newWordRow } from '../../src/db/postgres/words/new-words.ts'
import { replaceWords } from '../../src/db/postgres/words/work/replace-words.ts'
import {
  listIndexes,
  readBlocks,
  readDirectory,
  readNewWords,
} from '../../src/db/postgres/words/work/word-index-store.ts'
import * as tasks from '../../src/db/postgres/words/word-index-tasks.ts'

// What the worker does with the words of mail on Postgres, when a test wants it and of as many mails.

/** Writes words as a batch does. Each text begins and ends with a space. */
export async function writeNewWords(
  db: Database,
  teamId: number,
  mails: { id: number; words: string }[],
): Promise<void> {
  const row = await newWordRow(teamId, mails)
  await db.transaction((tx) => tx.insertInto('new_words').values(row).execute())
}

/** Makes an index of the words of a team's oldest new mail, about `mails` of them; returns how many. */
export async function indexNewWords(db: Database, teamId: number, mails: number): Promise<number> {
  const rows = await readNewWords(db.longReads, teamId, { mails, bytes: 2 ** 40 })
  if (rows.length === 0) return 0
  const made = await tasks.indexNewWords(
    rows.map(({ mail_ids, bytes, words }) => ({ mail_ids, bytes, length: words.length })),
    Buffer.concat(rows.map(({ words }) => words)),
    { gone: new Set(), ends: [Number.MAX_SAFE_INTEGER] },
  )
  await replaceWords(db.longReads, { teamId, newWords: rows, made }, 1)
  return rows.reduce((sum, { mail_ids }) => sum + mail_ids.length, 0)
}

/** Makes one index of all that a team has. */
export async function mergeIndexes(db: Database, teamId: number): Promise<void> {
  const store = db.longReads
  const rows = await listIndexes(store, teamId, { from: 0, to: Number.MAX_SAFE_INTEGER })
  const indexes = await Promise.all(
    rows.map(async (row) => {
      const directory = await readDirectory(store, teamId, row)
      if (!directory) throw new Error(`The index ${row.id} is gone`)
      return { directory, blocks: await readBlocks(store, row), bytes: row.bytes }
    }),
  )
  const merged = await tasks.mergeIndexes(indexes, new Set())
  await replaceWords(store, { teamId, indexes: rows, made: merged ? [merged] : [] }, 1)
}
