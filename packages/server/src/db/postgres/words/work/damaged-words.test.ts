import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertTeam } from '../../../../../test/support/store-rows.ts'
import {
  find,
  hourMs,
  withWords,
  wordStore,
  write,
} from '../../../../../test/searching/word-worker.ts'
import type { Database } from '../../../database.ts'

const awaited = async (db: Database) =>
  (await db.sql.selectFrom('mails_to_index').select('mail_id').orderBy('mail_id').execute()).map(
    ({ mail_id }) => mail_id,
  )

test('an index with a damaged directory is removed when somebody looks at it, and others are looked at', async () => {
  const { db, teamId, worker, pass, ...seen } = await wordStore()
  const { teamId: other } = await insertTeam(db, 'bob')
  const ids = await write(db, teamId, 256)
  await write(db, other, 256)
  const { work } = worker()
  await work()
  await sql`update word_indexes set directory = '\\x00' where team_id = ${teamId}`.execute(db.sql)
  await db.sql.deleteFrom('mails').where('team_id', '=', other).execute()
  pass(7 * hourMs)
  await work()
  for (const team of [teamId, other]) {
    expect(await withWords(db, team)).toEqual({ ids: [], new: 0, indexes: [] })
  }
  expect(await awaited(db)).toEqual(ids)
  expect(seen.awaited()).toBe(1)
  const blocks = await db.sql.selectFrom('word_blocks').select('no').execute()
  expect(blocks).toEqual([])
})

test('a damaged index among those that are merged is removed, and the others are merged', async () => {
  const { db, teamId, worker, pass } = await wordStore()
  const { work } = worker()
  const ids: number[][] = []
  for (let round = 0; round < 9; round += 1) {
    if (round === 7) {
      await sql`update word_blocks set places = '\\x00' where first_mail = ${ids[3]?.[0]}`.execute(
        db.sql,
      )
    }
    ids.push(await write(db, teamId, 256))
    pass(1_000)
    await work()
  }
  const lost = ids.splice(3, 1)
  expect(await withWords(db, teamId)).toEqual({ ids: ids.flat(), new: 0, indexes: [2_048] })
  expect(await awaited(db)).toEqual(lost.flat())
})

test('damaged new words are removed, and the others become an index', async () => {
  const { db, teamId, worker } = await wordStore()
  const lost = await write(db, teamId, 3)
  const ids = await write(db, teamId, 256)
  await sql`update new_words set words = '\\x0100' where first_mail = ${lost[0]}`.execute(db.sql)
  const { work } = worker()
  await work()
  await work()
  expect(await withWords(db, teamId)).toMatchObject({ ids, new: 0 })
  expect(await awaited(db)).toEqual(lost)
  expect(await find(db, teamId, 'common')).toEqual(ids)
})

test('indexes of mail without words are merged as others are', async () => {
  const { db, teamId, worker, pass } = await wordStore()
  const { work } = worker()
  for (let round = 0; round < 8; round += 1) {
    await write(db, teamId, 256, null)
    pass(1_000)
    await work()
  }
  const indexes = await db.sql.selectFrom('word_indexes').select(['mails', 'terms']).execute()
  expect(indexes).toEqual([{ mails: 2_048, terms: 0 }])
})
