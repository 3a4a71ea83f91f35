import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPostgres } from '../../../test/support/databases.ts'
import { insertTeam, mailBatch } from '../../../test/support/store-rows.ts'
import { isOwnerGone } from '../store-faults.ts'

async function open() {
  const database = await openPostgres()
  return database
}

test('a batch is seen, and what it locked is free, when it was committed', async () => {
  const database = await open()
  const { teamId } = await insertTeam(database, 'ann')
  const [id = 0] = await database.nextIds('mails', 1)
  const { promise: committed, resolve: onCommitted } = Promise.withResolvers<void>()
  const written = database.write(mailBatch(id, teamId, Buffer.from('x')), { onCommitted })
  await committed
  const { rows } = await sql`select total from team_counters for update nowait`.execute(
    database.sql,
  )
  expect(rows).toEqual([{ total: 1 }])
  await written
})

test('a batch that fails is not announced as committed', async () => {
  const database = await open()
  const { teamId } = await insertTeam(database, 'ann')
  await database.sql.deleteFrom('team_counters').execute()
  const [id = 0] = await database.nextIds('mails', 1)
  let isCommitted = false
  const batch = mailBatch(id, teamId, Buffer.from('x'))
  const options = { onCommitted: () => void (isCommitted = true) }
  await expect(database.write(batch, options)).rejects.toSatisfy(isOwnerGone)
  expect(isCommitted).toBe(false)
  expect(await database.onDisk([id])).toEqual(new Set())
})

test('a value that cannot be sent fails the batch before anything of it is', async () => {
  const database = await open()
  const { teamId } = await insertTeam(database, 'ann')
  const [id = 0] = await database.nextIds('mails', 1)
  const [mails, ...others] = mailBatch(id, teamId, Buffer.from('x'))
  const impossible = { mail_id: id, transcript: Symbol('none') as never, times: null }
  const batch = [...others, { insert: 'mail_transcripts' as const, rows: [impossible] }]
  await expect(database.write(mails ? [mails, ...batch] : [])).rejects.toThrow(/symbol/)
  expect(await database.onDisk([id])).toEqual(new Set())
  await database.write(mails ? [mails, ...others] : [])
  expect(await database.onDisk([id])).toEqual(new Set([id]))
})

test('a mail that was written a moment ago is on disk for one that asks in another process', async () => {
  const database = await open()
  const { teamId } = await insertTeam(database, 'ann')
  const ids = await database.nextIds('mails', 3)
  await Promise.all(ids.map((id) => database.write(mailBatch(id, teamId, Buffer.from('x')))))
  expect(await database.onDisk([...ids, 9_999])).toEqual(new Set(ids))
})

test('a batch that no team holds up is written when the table is free', async () => {
  const database = await open()
  const { teamId } = await insertTeam(database, 'ann')
  const [id = 0] = await database.nextIds('mails', 1)
  const { written } = await database.transaction(async (tx) => {
    await sql`lock table new_words in share mode`.execute(tx)
    const written = database.write(mailBatch(id, teamId, Buffer.from('x')), { lockMs: 50 })
    await pause(300)
    return { written }
  })
  await written
  expect(await database.onDisk([id])).toEqual(new Set([id]))
})

test('a batch is written when the table is free for which the look for held teams waited', async () => {
  const database = await open()
  const { teamId } = await insertTeam(database, 'ann')
  const [id = 0] = await database.nextIds('mails', 1)
  const { written } = await database.transaction(async (tx) => {
    await sql`lock table team_counters in exclusive mode`.execute(tx)
    const written = database.write(mailBatch(id, teamId, Buffer.from('x')), { lockMs: 50 })
    await pause(1_500)
    return { written }
  })
  await written
  expect(await database.onDisk([id])).toEqual(new Set([id]))
})

test('who asks what became of a batch waits until it has ended', async () => {
  const database = await open()
  const { teamId } = await insertTeam(database, 'ann')
  const [id = 0] = await database.nextIds('mails', 1)
  const { written, found } = await database.transaction(async (tx) => {
    await sql`select from team_counters for update`.execute(tx)
    const written = database.write(mailBatch(id, teamId, Buffer.from('x')))
    await pause(200)
    // The connection was lost here: the server has all of the batch, and goes on.
    const found = database.onDisk([id])
    await pause(100)
    return { written, found }
  })
  expect(await found).toEqual(new Set([id]))
  await written
})
