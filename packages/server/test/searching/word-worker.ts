import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { unpackDirectory } from '../../src/db/postgres/words/format/directory.ts'
import { createWordIndexer } from '../../src/db/postgres/words/work/word-indexer.ts'
import { newPostgres } from '../support/databases.ts'
import { insertTeam, newMail } from '../support/store-rows.ts'

// A Postgres with a worker that makes word indexes when a test says so, at a time that the test sets.

const log = pino({ level: 'silent' })
export const hourMs = 60 * 60_000

export async function wordStore() {
  const url = await newPostgres()
  const open = async () => {
    const db = await openDatabase({ dataDir: tmpdir(), databaseUrl: url, log })
    onTestFinished(() => db.close())
    return db
  }
  const db = await open()
  let now = Date.now()
  let awaited = 0
  const worker = (of = db) => {
    const indexer = createWordIndexer({
      store: of.longReads,
      now: () => now,
      onAwaited: () => void (awaited += 1),
    })
    onTestFinished(indexer.stop)
    return indexer
  }
  const { teamId } = await insertTeam(db, 'ann')
  const pass = (ms: number) => (now += ms)
  return { db, open, url, teamId, worker, pass, awaited: () => awaited }
}

/** Mails with the word of their id, and one that all have; or without words. */
export async function write(
  db: Database,
  teamId: number,
  mails: number,
  words: string | null = 'common',
): Promise<number[]> {
  const ids = await db.nextIds('mails', mails)
  await writeMails(db, teamId, ids, words)
  return ids
}

export async function writeMails(
  db: Database,
  teamId: number,
  ids: number[],
  words: string | null,
) {
  const texts =
    words === null
      ? { facts: '', sender: '', recipients: '', subject: '' }
      : { facts: '', sender: 'ann', recipients: 'bob', subject: 'red car' }
  await db.write([
    { insert: 'mails', rows: ids.map((id) => newMail(id, teamId)) },
    {
      index: ids.map((id) => ({
        ...texts,
        mail_id: id,
        team_id: teamId,
        body: words === null ? '' : `${words} word${id}`,
      })),
    },
  ])
}

/** All mails that have words, as often as they have them. */
export async function withWords(db: Database, teamId: number) {
  const rows = await db.sql
    .selectFrom('new_words')
    .select('mail_ids')
    .where('team_id', '=', teamId)
    .execute()
  const indexes = await db.sql
    .selectFrom('word_indexes')
    .select(['first_mail', 'id', 'mails', 'directory'])
    .where('team_id', '=', teamId)
    .orderBy('first_mail')
    .orderBy('id')
    .execute()
  const ids = [
    ...rows.flatMap(({ mail_ids }) => mail_ids),
    ...indexes.flatMap(({ directory }) => unpackDirectory(directory).ids),
  ]
  const blocks = await db.sql
    .selectFrom('word_blocks')
    .select('index_id')
    .distinct()
    .where('index_id', 'in', [0, ...indexes.map(({ id }) => id)])
    .execute()
  expect(blocks.length).toBe(indexes.length)
  return {
    ids: ids.toSorted((one, other) => one - other),
    new: rows.flatMap(({ mail_ids }) => mail_ids).length,
    indexes: indexes.map(({ mails }) => mails),
  }
}

export const find = async (db: Database, teamId: number, word: string, prefix = false) => {
  const query = { kind: 'words' as const, words: [word], prefix, marks: [''] }
  const span = { from: 0, below: Number.MAX_SAFE_INTEGER }
  const ids = await db.words.find(teamId, (finder) => finder.ids(query, span))
  return ids.toSorted((one, other) => one - other)
}
