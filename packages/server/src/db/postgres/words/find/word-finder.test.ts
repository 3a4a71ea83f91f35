import { createHash } from 'node:crypto'
import { sql, type KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { openPostgres } from '../../../../../test/support/databases.ts'
import { insertTeam, newMail } from '../../../../../test/support/store-rows.ts'
import { indexNewWords, mergeIndexes } from '../../../../../test/searching/word-indexes.ts'
import type { Database } from '../../../database.ts'
import type { WordFinder, WordQuery } from '../../../words/word-query.ts'
import { newWordRow } from '../new-words.ts'
import { createWordFinders } from '../word-finders.ts'

async function openStore() {
  const db = await openPostgres()
  const { teamId } = await insertTeam(db, 'ann')
  return { db, teamId }
}

async function write(db: Database, teamId: number, bodies: string[]): Promise<number[]> {
  const ids = await db.nextIds('mails', bodies.length)
  const texts = { facts: '', sender: 'ann', recipients: 'bob', subject: 'red' }
  const entries = ids.map((id, at) => {
    return { ...texts, mail_id: id, team_id: teamId, body: bodies[at] ?? '' }
  })
  await db.write([
    { insert: 'mails', rows: ids.map((id) => newMail(id, teamId)) },
    { index: entries },
  ])
  return ids
}

const combinedWordQuery = (text: string, prefix = false): WordQuery => {
  return { kind: 'words', words: text.split(' '), prefix, marks: [''] }
}
const everywhere = { from: 0, below: 2 ** 50 }
const idsIn = (finder: WordFinder, text: string) => finder.ids(combinedWordQuery(text), everywhere)
const found = (db: Database, teamId: number, text: string) =>
  db.words.find(teamId, (finder) => idsIn(finder, text))

/** Asks with a process of its own, and says how many rows each statement returned, and how many bytes of words. */
function watched(db: Database) {
  const results: { rows: number; bytes: number }[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const bytesOf = (value: unknown) => (value instanceof Uint8Array ? value.length : 0)
      const values = result.rows.flatMap((row) => Object.values(row))
      const bytes = values.reduce<number>((sum, value) => sum + bytesOf(value), 0)
      results.push({ rows: result.rows.length, bytes })
      return result
    },
  }
  const words = createWordFinders({ store: db.sql.withPlugin(recorder) })
  return { words, results }
}

const many = (count: number, text: string) => Array.from({ length: count }, () => text)

test('an id of an index that is given again after a crash does not find what the lost index had', async () => {
  const { db, teamId } = await openStore()
  await write(db, teamId, many(20, 'lost'))
  await indexNewWords(db, teamId, 20)
  expect(await found(db, teamId, 'lost')).toHaveLength(20)
  expect(await found(db, teamId, 'kept')).toEqual([])
  for (const table of ['mails', 'new_words', 'word_indexes', 'word_blocks']) {
    await sql`delete from ${sql.table(table)}`.execute(db.sql)
  }
  await sql`select setval('word_index_ids', 1, false), setval('new_words_ids', 1, false)`.execute(
    db.sql,
  )
  const ids = await write(db, teamId, many(20, 'kept'))
  expect(await found(db, teamId, 'kept')).toEqual(ids.toReversed())
  await indexNewWords(db, teamId, 20)
  expect(await found(db, teamId, 'kept')).toEqual(ids.toReversed())
  expect(await found(db, teamId, 'lost')).toEqual([])
})

test('an id of new words that is given again after a crash does not find the lost words', async () => {
  const { db, teamId } = await openStore()
  await write(db, teamId, ['lost'])
  expect(await found(db, teamId, 'lost')).toHaveLength(1)
  await sql`delete from new_words`.execute(db.sql)
  await sql`select setval('new_words_ids', 1, false)`.execute(db.sql)
  const ids = await write(db, teamId, ['kept'])
  expect(await found(db, teamId, 'kept')).toEqual(ids)
})

test('a search goes on where words are replaced again and again while it reads them', async () => {
  const { db, teamId } = await openStore()
  const ids: number[] = []
  for (let batch = 0; batch < 8; batch += 1) ids.push(...(await write(db, teamId, many(20, 'red'))))
  for (let left = 4; left > 0; left -= 1) await indexNewWords(db, teamId, 20)
  const { words } = watched(db)
  let begun = 0
  await words.find(teamId, async (finder) => {
    begun += 1
    for (let step = 0; step < 4; step += 1) {
      await mergeIndexes(db, teamId)
      expect(await idsIn(finder, 'red')).toEqual(ids.toReversed())
      expect(await finder.among(combinedWordQuery('red'), ids.toReversed())).toEqual(
        ids.toReversed(),
      )
      await indexNewWords(db, teamId, 20)
      expect(await idsIn(finder, `red none${step}`)).toEqual([])
      expect(await idsIn(finder, 'red')).toEqual(ids.toReversed())
    }
  })
  expect(begun).toBe(1)
})

test('words of which nobody makes indexes are found, and few of them are held at once', async () => {
  const { db, teamId } = await openStore()
  const count = 9_000
  const long = `${'some words of a mail '.repeat(50)}red`
  const row = await newWordRow(teamId, [{ id: 1, words: ` ${long} ` }])
  await sql`
    insert into new_words (team_id, first_mail, mail_ids, bytes, words)
    select ${teamId}, n, array[n], ${row.bytes}, ${row.words}
    from generate_series(1, ${count}::int) as numbers (n)`.execute(db.longReads)
  const all = Array.from({ length: count }, (_, at) => count - at)
  const { words, results } = watched(db)
  await words.find(teamId, async (finder) => {
    expect(finder.extent).toEqual({ from: 1, end: count + 1, mails: count })
    const newest = await finder.ids(combinedWordQuery('red'), {
      from: count - 99,
      below: count + 1,
    })
    expect(newest).toEqual(all.slice(0, 100))
    // What is listed answers that alone.
    expect(results).toHaveLength(1)
    const span = { from: 3_000, below: 6_000 }
    const inSpan = all.filter((id) => id >= span.from && id < span.below)
    expect(await finder.ids(combinedWordQuery('red'), span)).toEqual(inSpan)
    const some = all.filter((id) => id % 1_000 === 0)
    expect(await finder.among(combinedWordQuery('red'), some)).toEqual(some)
    // A worker begins to make indexes of them.
    await indexNewWords(db, teamId, 1_000)
    expect(await idsIn(finder, 'red')).toEqual(all)
    expect(await idsIn(finder, 'none')).toEqual([])
  })
  expect(Math.max(...results.map(({ rows }) => rows))).toBeLessThanOrEqual(4_001)
  expect(Math.max(...results.map(({ bytes }) => bytes))).toBeLessThan(5 * 1024 * 1024)
}, 60_000)

test('mail of two rows of new words is found once', async () => {
  const { db, teamId } = await openStore()
  const [id = 0] = await write(db, teamId, ['red'])
  await sql`
    insert into new_words (team_id, first_mail, mail_ids, bytes, words)
    select team_id, first_mail, mail_ids, bytes, words from new_words`.execute(db.longReads)
  expect(await found(db, teamId, 'red')).toEqual([id])
})

test('of a beginning of very many words few blocks are read at once', async () => {
  const { db, teamId } = await openStore()
  const wordOf = (at: number) => `aa${createHash('sha1').update(`${at}`).digest('hex')}`
  const bodies = Array.from({ length: 7 }, (_, mail) =>
    Array.from({ length: 6_000 }, (_, at) => `x ${wordOf(6_000 * mail + at)}`).join(' '),
  )
  const ids = await write(db, teamId, [...bodies, 'nothing'])
  await indexNewWords(db, teamId, 1_000)
  const blocks = await sql`select from word_blocks`.execute(db.sql)
  expect(blocks.rows.length).toBeGreaterThan(80)
  const { words, results } = watched(db)
  const having = ids.slice(0, 7).toReversed()
  await words.find(teamId, async (finder) => {
    expect(await finder.ids(combinedWordQuery('a', true), everywhere)).toEqual(having)
    expect(await finder.ids(combinedWordQuery('x aa', true), everywhere)).toEqual(having)
    expect(await finder.ids(combinedWordQuery('aa x', true), everywhere)).toEqual([])
  })
  expect(Math.max(...results.map(({ rows }) => rows))).toBeLessThanOrEqual(64)
  expect(results.filter(({ rows }) => rows === 64).length).toBeGreaterThan(1)
}, 60_000)
