import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { isNightly } from '../../../../../test/nightly.ts'
import { insertTeam } from '../../../../../test/support/store-rows.ts'
import {
  find,
  hourMs,
  withWords,
  wordStore,
  write,
  writeMails,
} from '../../../../../test/searching/word-worker.ts'
import { mostNew } from './index-sizes.ts'
import { indexRows } from './make-indexes.ts'
import { replaceWords } from './replace-words.ts'
import { readNewWords } from './word-index-store.ts'
import { createWordThreads } from '../word-threads.ts'

test('many new words of a team become an index, and few are left as they are', async () => {
  const { db, teamId, worker } = await wordStore()
  const other = await insertTeam(db, 'bob')
  const few = await write(db, other.teamId, 255)
  const ids = [...(await write(db, teamId, 255)), ...(await write(db, teamId, 1))]
  const { work } = worker()
  await work()
  expect(await withWords(db, teamId)).toEqual({ ids, new: 0, indexes: [256] })
  expect(await withWords(db, other.teamId)).toEqual({ ids: few, new: 255, indexes: [] })
  expect(await find(db, teamId, 'common')).toEqual(ids)
  expect(await find(db, teamId, `word${ids[7]}`)).toEqual([ids[7]])
})

test('long mail becomes an index by its bytes', async () => {
  const { db, teamId, worker } = await wordStore()
  const words = Array.from({ length: 20_000 }, (_, place) => `x${place * 7_919}`).join(' ')
  const ids: number[] = []
  for (let batch = 0; batch < 12; batch += 1) ids.push(...(await write(db, teamId, 1, words)))
  const { work } = worker()
  await work()
  expect(await withWords(db, teamId)).toEqual({ ids, new: 0, indexes: [12] })
  expect(await find(db, teamId, 'x7919')).toEqual(ids)
})

test('small indexes become larger ones, and searches find the same all the while', async () => {
  const { db, teamId, worker, pass } = await wordStore()
  const ids: number[] = []
  const { work } = worker()
  for (let round = 0; round < 9; round += 1) {
    ids.push(...(await write(db, teamId, 256)))
    pass(1_000)
    const working = work()
    expect(await find(db, teamId, 'common')).toEqual(ids)
    await working
    expect(await find(db, teamId, 'word', true)).toEqual(ids)
  }
  expect(await withWords(db, teamId)).toEqual({ ids, new: 0, indexes: [2_048, 256] })
})

test('a mail whose words are there twice, as they were made again, is found once', async () => {
  const { db, teamId, worker, pass } = await wordStore()
  const { work } = worker()
  const ids = await write(db, teamId, 256)
  await work()
  const texts = { facts: '', sender: '', recipients: '', subject: '', body: 'common' }
  await db.write([
    { index: ids.slice(0, 9).map((id) => ({ mail_id: id, team_id: teamId, ...texts })) },
  ])
  expect(await find(db, teamId, 'common')).toEqual(ids)
  for (let round = 0; round < 7; round += 1) {
    ids.push(...(await write(db, teamId, 256)))
    pass(1_000)
    await work()
  }
  expect(await withWords(db, teamId)).toEqual({ ids, new: 0, indexes: [2_048] })
})

test('mail that is gone is left out when indexes are made', async () => {
  const { db, teamId, worker, pass } = await wordStore()
  const { work } = worker()
  const kept: number[] = []
  for (let round = 0; round < 8; round += 1) {
    const ids = await write(db, teamId, 257)
    if (round % 2 === 0) await work()
    await db.sql
      .deleteFrom('mails')
      .where('id', '=', ids[0] ?? 0)
      .execute()
    kept.push(...ids.slice(1))
    pass(1_000)
    await work()
  }
  expect(await withWords(db, teamId)).toEqual({ ids: kept, new: 0, indexes: [2_048] })
})

test('two workers at once lose no words and make none twice', async () => {
  const { db, open, teamId, worker, pass } = await wordStore()
  const teams = [teamId, (await insertTeam(db, 'bob')).teamId, (await insertTeam(db, 'cy')).teamId]
  const other = await open()
  const workers = [worker(), worker(other), worker(other)]
  const ids = new Map(teams.map((team) => [team, [] as number[]]))
  for (let round = 0; round < 10; round += 1) {
    for (const team of teams) ids.get(team)?.push(...(await write(db, team, 256)))
    pass(1_000)
    // What it knows of new words is wrong where another was faster.
    if (round === 5) pass(hourMs)
    await Promise.all(workers.map(({ work }) => work()))
  }
  for (const team of teams) {
    const found = await withWords(db, team)
    expect(found.ids).toEqual(ids.get(team))
    expect(found.new).toBe(0)
    expect(found.indexes.length).toBeLessThan(10)
  }
})

test('a worker that is cut off at any moment loses no words, and the next one goes on', async () => {
  const { db, open, teamId, worker, pass } = await wordStore()
  const ids: number[] = []
  let failures = 0
  for (let round = 0; round < 12; round += isNightly ? 1 : 3) {
    for (let batch = 0; batch < 3; batch += 1) ids.push(...(await write(db, teamId, 256)))
    pass(hourMs)
    const cut = await open()
    const working = worker(cut)
      .work()
      .catch(() => (failures += 1))
    // The work is at any point then.
    for (let delay = 0; delay < 3 * round; delay += 1) await sql`select 1`.execute(db.sql)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and (query like '%words%' or query like '%word_%')`.execute(
      db.sql,
    )
    await working
    expect((await withWords(db, teamId)).ids).toEqual(ids)
  }
  // Few rounds may miss every moment of the work.
  expect(failures > 0 || !isNightly).toBe(true)
  pass(hourMs)
  await worker().work()
  const found = await withWords(db, teamId)
  expect(found).toMatchObject({ ids, new: 0 })
  expect(found.indexes.length).toBeLessThan(12)
})

test('a team with a flood of mail holds up another by one index alone', async () => {
  const { db, teamId, worker, pass } = await wordStore()
  const small = await insertTeam(db, 'bob')
  for (let batch = 0; batch < 40; batch += 1) await write(db, teamId, 256)
  await write(db, small.teamId, 256)
  const { work } = worker()
  pass(1_000)
  const working = work()
  let flood: number[] = []
  for (let isDone = false; !isDone;) {
    const found = await withWords(db, small.teamId)
    isDone = found.indexes.length > 0
    if (!isDone) flood = (await withWords(db, teamId)).indexes
  }
  expect(flood.length).toBeLessThan(2)
  await working
})

test('words without mail are deleted, and an index of which little is left is written again', async () => {
  const { db, teamId, worker, pass } = await wordStore()
  const { work } = worker()
  const remove = (ids: number[]) => db.sql.deleteFrom('mails').where('id', 'in', ids).execute()
  const [bob, cy] = [await insertTeam(db, 'bob'), await insertTeam(db, 'cy')]
  const [gone, half, most] = [
    await write(db, teamId, 256),
    await write(db, bob.teamId, 256),
    await write(db, cy.teamId, 256),
  ]
  pass(1_000)
  await work()
  const unseen = await write(db, teamId, 10)
  const few = await write(db, teamId, 10)
  await remove([...gone, ...unseen, ...half.slice(0, 129), ...most.slice(0, 128)])
  pass(6 * hourMs - 1_001)
  await work()
  expect(await withWords(db, teamId)).toMatchObject({ new: 20, indexes: [256] })
  pass(1_001)
  await work()
  expect(await withWords(db, teamId)).toEqual({ ids: few, new: 10, indexes: [] })
  const left = half.slice(129)
  expect(await withWords(db, bob.teamId)).toEqual({ ids: left, new: 0, indexes: [127] })
  expect(await find(db, bob.teamId, 'common')).toEqual(left)
  expect(await withWords(db, cy.teamId)).toEqual({ ids: most, new: 0, indexes: [256] })
})

test('an index of which little is gone is written again after 30 days', async () => {
  const { db, teamId, worker, pass } = await wordStore()
  const { work } = worker()
  const ids = await write(db, teamId, 256)
  await work()
  const [gone, left] = [ids.slice(0, 1), ids.slice(1)]
  await db.sql.deleteFrom('mails').where('id', 'in', gone).execute()
  pass(29 * 24 * hourMs)
  await work()
  expect(await find(db, teamId, `word${gone[0]}`)).toEqual(gone)
  pass(2 * 24 * hourMs)
  await work()
  expect(await withWords(db, teamId)).toEqual({ ids: left, new: 0, indexes: [255] })
  expect(await find(db, teamId, 'common')).toEqual(left)
  const { id } = await db.sql.selectFrom('word_indexes').select('id').executeTakeFirstOrThrow()
  // An index without deleted mail is not written again.
  pass(31 * 24 * hourMs)
  await work()
  expect(await db.sql.selectFrom('word_indexes').select('id').execute()).toEqual([{ id }])
}, 30_000)

test('the words of a team that ends go with its mail', async () => {
  const { db, teamId, worker } = await wordStore()
  const bob = await insertTeam(db, 'bob')
  const { work, removeOf } = worker()
  await write(db, teamId, 256)
  const ids = await write(db, bob.teamId, 256)
  await work()
  await write(db, teamId, 10)
  await db.sql.deleteFrom('mails').where('team_id', '=', teamId).execute()
  await removeOf(teamId)
  expect(await withWords(db, teamId)).toEqual({ ids: [], new: 0, indexes: [] })
  expect(await withWords(db, bob.teamId)).toEqual({ ids, new: 0, indexes: [256] })
  expect(
    (await db.sql.selectFrom('word_blocks').select('index_id').distinct().execute()).length,
  ).toBe(1)
})

const width = 2 ** 20

test('new words of two ranges become an index in each', async () => {
  const { db, teamId, worker } = await wordStore()
  const ids = Array.from({ length: 256 }, (_, at) => width - 100 + at)
  await writeMails(db, teamId, ids, 'common')
  await worker().work()
  expect(await withWords(db, teamId)).toEqual({ ids, new: 0, indexes: [100, 156] })
  expect(await find(db, teamId, 'common')).toEqual(ids)
  const [first = { from: 0, to: 0 }] = await db.ranges.list()
  const emptying = { isKept: sql<boolean>`false`, mostKept: 0, count: async () => async () => {} }
  expect(await db.ranges.empty(first, emptying)).toBe(true)
  expect(await find(db, teamId, 'common')).toEqual(ids.slice(100))
})

test('an index that was made while its range was emptied is not written', async () => {
  const { db, teamId } = await wordStore()
  const threads = createWordThreads()
  onTestFinished(threads.stop)
  const [kept = 0] = await write(db, teamId, 256)
  const newWords = await readNewWords(db.sql, teamId, mostNew)
  const made = await indexRows({ store: db.longReads, threads }, newWords)
  const isKept = sql<boolean>`mails.id = ${sql.lit(kept)}`
  const [first = { from: 0, to: 0 }] = await db.ranges.list()
  await db.ranges.empty(first, { isKept, mostKept: 1, count: async () => async () => {} })
  expect(await replaceWords(db.longReads, { teamId, newWords, made }, 0)).toBe(false)
  expect(await withWords(db, teamId)).toEqual({ ids: [], new: 0, indexes: [] })
  expect(await db.sql.selectFrom('mails_to_index').selectAll().execute()).toEqual([
    { mail_id: kept },
  ])
})
