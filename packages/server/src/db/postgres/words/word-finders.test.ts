import { setTimeout as pause } from 'node:timers/promises'
import { sql, type KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { openPostgres } from '../../../../test/support/databases.ts'
import { plansOf } from '../../../../test/searching/query-plans.ts'
import { insertTeam, newMail } from '../../../../test/support/store-rows.ts'
import {
  indexNewWords,
  mergeIndexes,
  writeNewWords,
} from '../../../../test/searching/word-indexes.ts'
import { serveClient } from '../../../lib/shares/served-client.ts'
import type { Database } from '../../database.ts'
import { SearchTooLong, storeTrouble } from '../../store-faults.ts'
import type { WordQuery, WordFinders } from '../../words/word-query.ts'
import { createWordFinders } from './word-finders.ts'

async function open() {
  const db = await openPostgres()
  const { teamId } = await insertTeam(db, 'ann')
  return { db, teamId }
}

/** Mails with a word that all have, and the word of their number. */
async function write(db: Database, teamId: number, count: number, more = ''): Promise<number[]> {
  const ids = await db.nextIds('mails', count)
  const texts = { facts: '', sender: '', recipients: '', subject: '' }
  await db.write([
    { insert: 'mails', rows: ids.map((id) => newMail(id, teamId)) },
    {
      index: ids.map((id, at) => ({
        ...texts,
        mail_id: id,
        team_id: teamId,
        body: `every at${at} ${more}`,
      })),
    },
  ])
  return ids
}

const words = (text: string, prefix = false): WordQuery => ({
  kind: 'words',
  words: text.split(' '),
  prefix,
  marks: ['', 'a/', 'b/', 'c/'],
})
const every = words('every')
const all = { from: 0, below: Number.MAX_SAFE_INTEGER }
const newestFirst = (ids: number[]) => ids.toSorted((a, b) => b - a)

const find = (store: WordFinders, teamId: number, query: WordQuery) =>
  store.find(teamId, (finder) => finder.ids(query, all))

/** A store of words whose statements are counted. `meanwhile` runs after each, with its number. */
function storeOn(
  db: Database,
  meanwhile: (statement: number) => Promise<unknown> = async () => {},
) {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1
      await meanwhile(statements)
      return result
    },
  }
  const store = createWordFinders({ store: db.sql.withPlugin(plugin) })
  return { store, statements: () => statements }
}

test('what was read once is not read again', async () => {
  const { db, teamId } = await open()
  const indexed = newestFirst(await write(db, teamId, 40))
  await indexNewWords(db, teamId, 40)
  const newer = newestFirst(await write(db, teamId, 3))
  const { store, statements } = storeOn(db)
  expect(await find(store, teamId, every)).toEqual([...newer, ...indexed])
  // The list with new words, the directory, a block.
  expect(statements()).toBe(3)
  expect(await find(store, teamId, every)).toEqual([...newer, ...indexed])
  expect(statements()).toBe(4)
  // The same block.
  expect(await find(store, teamId, words('ever', true))).toEqual([...newer, ...indexed])
  expect(statements()).toBe(5)
  // And its places.
  expect(await find(store, teamId, words('every at2'))).toEqual([newer[0], indexed[37]])
  expect(statements()).toBe(7)
})

test('a search sees mail from the moment of its commit', async () => {
  const { db, teamId } = await open()
  const { store } = storeOn(db)
  const written: number[] = []
  for (let round = 0; round < 5; round += 1) {
    written.push(...(await write(db, teamId, 2)))
    expect(await find(store, teamId, every)).toEqual(newestFirst(written))
  }
  const other = await insertTeam(db, 'bob')
  expect(await find(store, other.teamId, every)).toEqual([])
})

test('indexes that are merged while they are read are no reason to miss a mail', async () => {
  const { db, teamId } = await open()
  const written: number[] = []
  for (let round = 0; round < 4; round += 1) {
    written.push(...(await write(db, teamId, 30)))
    await indexNewWords(db, teamId, 30)
  }
  const merged: number[] = []
  // Runs after the list, and after the directories of the list that follows.
  const { store } = storeOn(db, async (statement) => {
    if (statement > 4 || statement % 2 === 0) return
    merged.push(statement)
    if (statement === 3) await write(db, teamId, 1, 'late')
    await indexNewWords(db, teamId, 30)
    await mergeIndexes(db, teamId)
  })
  expect(await find(store, teamId, every)).toEqual(expect.arrayContaining(newestFirst(written)))
  expect(merged).toEqual([1, 3])
})

test('words that are replaced again and again are found all the same', async () => {
  const { db, teamId } = await open()
  const written = await write(db, teamId, 30)
  await indexNewWords(db, teamId, 30)
  const { store } = storeOn(db, async (statement) => {
    if (statement > 20) return
    written.push(...(await write(db, teamId, 1)))
    await indexNewWords(db, teamId, 30)
    await mergeIndexes(db, teamId)
  })
  const before = [...written]
  const found = await find(store, teamId, every)
  expect(found).toEqual(newestFirst(written).slice(-found.length))
  expect(found.length).toBeGreaterThan(before.length)
})

test('searches miss nothing, and find nothing twice, while words are indexed and merged', async () => {
  const { db, teamId } = await open()
  const written: number[] = []
  let isDone = false
  async function work(): Promise<void> {
    for (let round = 0; round < 40; round += 1) {
      written.push(...(await write(db, teamId, 5)))
      if (round % 2 === 1) await indexNewWords(db, teamId, 12)
      if (round % 4 === 3) await mergeIndexes(db, teamId)
    }
    isDone = true
  }
  async function search(query: WordQuery): Promise<number> {
    let searches = 0
    let { store } = storeOn(db)
    for (; !isDone; searches += 1) {
      // One that knows nothing of before reads more of what is replaced.
      if (searches % 2 === 0) store = storeOn(db).store
      const before = newestFirst(written)
      const found = await find(store, teamId, query)
      expect(found).toEqual([...new Set(found)].toSorted((a, b) => b - a))
      expect(found.slice(found.length - before.length)).toEqual(before)
    }
    return searches
  }
  const nothing: WordQuery = { kind: 'not', part: words('nothing') }
  const [, ...searches] = await Promise.all([work(), search(every), search(nothing)])
  expect(Math.min(...searches)).toBeGreaterThan(5)
}, 60_000)

test('of many new words that nobody makes indexes of, some at a time are read', async () => {
  const { db, teamId } = await open()
  const text = Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(' ')
  const mails = Array.from({ length: 60 }, (_, at) => ({
    id: at + 1,
    words: ` ${text} every at${at} `,
  }))
  for (const mail of mails) await writeNewWords(db, teamId, [mail])
  const { store, statements } = storeOn(db)
  expect(await find(store, teamId, words('word7 word8'))).toHaveLength(60)
  // Ten megabytes: the list has four, and each part that is read four.
  expect(statements()).toBe(3)
  expect(await find(store, teamId, words('at3'))).toEqual([4])
})

test('only some of the mails are asked about where only some are wanted', async () => {
  const { db, teamId } = await open()
  const ids = await write(db, teamId, 20)
  await indexNewWords(db, teamId, 20)
  const [newer = 0] = await write(db, teamId, 1)
  const { store, statements } = storeOn(db)
  const among = (query: WordQuery, wanted: number[]) =>
    store.find(teamId, (finder) => finder.among(query, wanted))
  expect(await among(every, [newer])).toEqual([newer])
  expect(statements()).toBe(1)
  const wanted = [newer, ids[7] ?? 0, ids[3] ?? 0]
  expect(await among(words('at7'), wanted)).toEqual([ids[7]])
  expect(await among({ kind: 'not', part: words('at7') }, wanted)).toEqual([newer, ids[3]])
  expect(await among(every, [])).toEqual([])
})

test('words are looked up by their team and their index, however many others have', async () => {
  const { db, teamId } = await open()
  const other = await insertTeam(db, 'bob')
  for (let round = 0; round < 3; round += 1) {
    await write(db, teamId, 30)
    await indexNewWords(db, teamId, 30)
  }
  await write(db, teamId, 2)
  await fill(db, other.teamId)
  const plans = await plansOf(db, (store) => find(createWordFinders({ store }), teamId, every))
  expect(plans).toHaveLength(3)
  for (const [index, table] of ['word_indexes', 'word_indexes', 'word_blocks'].entries()) {
    expect(plans[index]).toContain(`${table}_pkey_below_1048576`)
    expect(plans[index]).not.toMatch(/Seq Scan on \w+_below_1048576/)
  }
  expect(plans[0]).toContain('new_words_pkey_below_1048576')
})

/** Rows of another team. */
async function fill(db: Database, teamId: number): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db.longReads)
  await run(`insert into new_words (team_id, first_mail, mail_ids, bytes, words)
    select ${teamId}, n, array[n], 1, '' from generate_series(1000, 9000) as numbers (n)`)
  await run(`insert into word_indexes (team_id, first_mail, id, last_mail, mails, bytes, terms, directory, made_at, checked_at)
    select ${teamId}, n, n, n, 1, 1, 1, '', 1, 1 from generate_series(1000, 9000) as numbers (n)`)
  await run(`insert into word_blocks (index_id, first_mail, no, postings, places)
    select n, n, 0, '', '' from generate_series(1000, 9000) as numbers (n)`)
  await run('vacuum analyze new_words, word_indexes, word_blocks')
}

test('a search ends when it takes too long, and when its client has hung up', async () => {
  const { db, teamId } = await open()
  const text = Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(' ')
  for (let at = 1; at <= 60; at += 1) {
    await writeNewWords(db, teamId, [{ id: at, words: ` ${text} ` }])
  }
  const deps = { store: db.sql }
  const query: WordQuery = { kind: 'any', parts: [words('none nowhere', true), words('nothing')] }
  const short = find(createWordFinders({ ...deps, longestMs: 1 }), teamId, query)
  expect(storeTrouble(await short.catch((error: unknown) => error))).toBe('too_slow')
  await createWordFinders({ ...deps, longestMs: 2_000 }).find(teamId, async (finder) => {
    const everywhere = { from: 0, below: 1_000 }
    await pause(2_100)
    await expect(finder.ids(query, everywhere)).rejects.toThrow(SearchTooLong)
    // Each of several searches that share what they read has its own time.
    expect(await finder.again().ids(query, everywhere)).toEqual([])
  })
  const hungUp = { user: 'ann', connection: {}, signal: AbortSignal.abort() }
  const left = serveClient(hungUp, () => find(createWordFinders(deps), teamId, query))
  await expect(left).rejects.toMatchObject({ code: 'unavailable' })
  expect(await find(createWordFinders(deps), teamId, query)).toEqual([])
})
