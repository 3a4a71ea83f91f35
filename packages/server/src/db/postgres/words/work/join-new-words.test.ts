import { expect, test } from 'vitest'
import {
  find,
  hourMs,
  withWords,
  wordStore,
  write,
  writeMails,
} from '../../../../../test/searching/word-worker.ts'
import type { Database } from '../../../database.ts'

const rowsOf = async ({ sql: store }: Database) =>
  (await store.selectFrom('new_words').select('id').execute()).length

test('many rows of a team with little mail become one', async () => {
  const { db, teamId, worker, pass } = await wordStore()
  const { work, waiting } = worker()
  const ids: number[] = []
  for (let mail = 0; mail < 32; mail += 1) ids.push(...(await write(db, teamId, 1)))
  expect(waiting()).toBe(null)
  await work()
  expect(await rowsOf(db)).toBe(32)
  ids.push(...(await write(db, teamId, 1)))
  pass(1_000)
  await work()
  expect(await rowsOf(db)).toBe(1)
  expect(await find(db, teamId, 'common')).toEqual(ids)
  // What became one row is not counted twice.
  ids.push(...(await write(db, teamId, 222)))
  pass(1_000)
  await work()
  expect(await withWords(db, teamId)).toEqual({ ids, new: 255, indexes: [] })
  expect(waiting()).toEqual({ mails: 0, ms: 0 })
  ids.push(...(await write(db, teamId, 1)))
  pass(1_000)
  await work()
  expect(await withWords(db, teamId)).toEqual({ ids, new: 0, indexes: [256] })
})

test('rows of two ranges become one in each', async () => {
  const { db, teamId, worker } = await wordStore()
  const width = 2 ** 20
  const ids = Array.from({ length: 40 }, (_, at) => width - 20 + at)
  for (const id of ids) await writeMails(db, teamId, [id], 'common')
  await worker().work()
  expect(await rowsOf(db)).toBe(2)
  expect(await find(db, teamId, 'common')).toEqual(ids)
})

test('two workers at once join the rows once', async () => {
  const { db, open, teamId, worker } = await wordStore()
  const ids: number[] = []
  for (let mail = 0; mail < 40; mail += 1) ids.push(...(await write(db, teamId, 1)))
  await Promise.all([worker().work(), worker(await open()).work()])
  expect(await withWords(db, teamId)).toEqual({ ids, new: 40, indexes: [] })
  expect(await rowsOf(db)).toBe(1)
})

test('new words of which some mail is gone are written again without them', async () => {
  const { db, teamId, worker, pass } = await wordStore()
  const { work } = worker()
  const [gone = 0, ...left] = await write(db, teamId, 10)
  await work()
  await db.sql.deleteFrom('mails').where('id', '=', gone).execute()
  pass(6 * hourMs)
  await work()
  expect(await withWords(db, teamId)).toEqual({ ids: left, new: 9, indexes: [] })
  expect(await find(db, teamId, `word${gone}`)).toEqual([])
  expect(await find(db, teamId, 'common')).toEqual(left)
})
