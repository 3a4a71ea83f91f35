import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { insertTeam, mailBatch, newUser } from '../../../test/support/store-rows.ts'
import type { Database } from '../database.ts'
import { serveClient } from '../../lib/shares/served-client.ts'
import { openDatabase } from '../open-database.ts'
import { startThread } from './sqlite-thread.ts'

async function openHere(readers: number): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-threads-'))
  const database = await openDatabase({ dataDir, readers, log: pino({ level: 'silent' }) })
  onTestFinished(async () => {
    await database.close()
    await rm(dataDir, { recursive: true })
  })
  return database
}

test.each([
  ['removed with its folder', (dataDir: string) => rm(dataDir, { recursive: true })],
  [
    'replaced by another',
    async (dataDir: string) => {
      const file = join(dataDir, 'mailstop.sqlite')
      await rename(file, `${file}.old`)
      await copyFile(`${file}.old`, file)
    },
  ],
])('no write is acknowledged once the file was %s', async (_how, lose) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-threads-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const lost = Promise.withResolvers<Error>()
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ dataDir, log, onFatal: lost.resolve })
  const { teamId } = await insertTeam(database, 'ann')
  await database.write(mailBatch(1, teamId, Buffer.from('x')))
  await lose(dataDir)
  await expect(database.write(mailBatch(2, teamId, Buffer.from('x')))).rejects.toThrow(
    /mailstop.sqlite was removed or replaced/,
  )
  expect((await lost.promise).message).toMatch(/mailstop.sqlite was removed or replaced/)
})

test('no write is acknowledged once the log of writes was removed, and those before it are kept', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-threads-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const lost = Promise.withResolvers<Error>()
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ dataDir, log, onFatal: lost.resolve })
  const { teamId } = await insertTeam(database, 'ann')
  await database.write(mailBatch(1, teamId, Buffer.from('x')))
  const file = join(dataDir, 'mailstop.sqlite')
  await rm(`${file}-wal`)
  await expect(database.write(mailBatch(2, teamId, Buffer.from('x')))).rejects.toThrow(
    /mailstop.sqlite-wal was removed or replaced/,
  )
  await lost.promise
  // A process that was killed leaves the one file.
  const found = join(dataDir, 'found.sqlite')
  await copyFile(file, found)
  const store = new DatabaseSync(found)
  onTestFinished(() => store.close())
  expect(store.prepare('select id from mails where id = 1').all()).toHaveLength(1)
})

/** Counts for a good while: hundreds of milliseconds of pure work. */
function count(store: Database['sql']) {
  const numbers = sql<{ n: number }>`(
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2000000)
    select max(n) as n from numbers)`
  return store.selectFrom(numbers.as('slow')).select('n').execute()
}

/** A select of a client that lasts. */
function slowSelect(database: Database) {
  return serveClient({ user: 'ann', connection: {} }, () => count(database.sql))
}

test('reads are answered while a transaction holds the writer, from before it', async () => {
  const database = await openHere(1)
  await database.transaction(async (tx) => {
    await tx.insertInto('users').values(newUser('ann')).execute()
    expect(await database.sql.selectFrom('users').selectAll().execute()).toEqual([])
  })
  expect(await database.sql.selectFrom('users').selectAll().execute()).toHaveLength(1)
})

test('a write is answered while a reader is busy, and so is another reader', async () => {
  const database = await openHere(2)
  const { teamId } = await insertTeam(database, 'ann')
  const order: string[] = []
  const slow = slowSelect(database).then(() => order.push('slow read'))
  await database.write(mailBatch(1, teamId, Buffer.from('x')))
  order.push('write')
  expect(await database.sql.selectFrom('mails').selectAll().execute()).toHaveLength(1)
  order.push('read')
  await slow
  expect(order).toEqual(['write', 'read', 'slow read'])
})

test('a write is answered beside a long read that no client asked for', async () => {
  const database = await openHere(1)
  const { teamId } = await insertTeam(database, 'ann')
  const order: string[] = []
  const long = count(database.longReads).then(() => order.push('long read'))
  // It is on its way now.
  await nextTurn()
  await database.write(mailBatch(1, teamId, Buffer.from('x')))
  order.push('write')
  await long
  expect(order).toEqual(['write', 'long read'])
})

test('the calling thread has nothing to do while a reader works', async () => {
  const database = await openHere(1)
  await slowSelect(database)
  const [beforeHere, before] = [process.threadCpuUsage(), process.cpuUsage()]
  expect(await slowSelect(database)).toEqual([{ n: 2_000_000 }])
  const [here, all] = [process.threadCpuUsage(beforeHere), process.cpuUsage(before)]
  expect(here.user + here.system).toBeLessThan((all.user + all.system) / 4)
})

test('transactions wait for their turn, first come first served', async () => {
  const database = await openHere(1)
  const order: number[] = []
  await Promise.all(
    [0, 1, 2, 3, 4].map((number) =>
      database.transaction(async (tx) => {
        order.push(number)
        await tx
          .insertInto('users')
          .values(newUser(`user ${number}`))
          .execute()
        await tx.selectFrom('users').selectAll().execute()
        order.push(number)
      }),
    ),
  )
  expect(order).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
})

test('a write beside its own transaction is refused instead of waiting forever', async () => {
  const database = await openHere(1)
  const inside = database.transaction(async () => {
    await database.sql.insertInto('users').values(newUser('ann')).execute()
  })
  await expect(inside).rejects.toThrow('must use its tx')
  const nested = database.transaction(() => database.transaction(async () => {}))
  await expect(nested).rejects.toThrow('must use its tx')
  await database.transaction(async (_tx, afterCommit) => {
    afterCommit(() => void database.sql.insertInto('users').values(newUser('bob')).execute())
  })
  await database.transaction(async () => {})
  expect(await database.sql.selectFrom('users').select('name').execute()).toEqual([{ name: 'bob' }])
})

test('a transaction can go on after one of its statements failed', async () => {
  const database = await openHere(1)
  await database.transaction(async (tx) => {
    await tx.insertInto('users').values(newUser('ann')).execute()
    await expect(tx.insertInto('users').values(newUser('ann')).execute()).rejects.toThrow('UNIQUE')
    await tx.insertInto('users').values(newUser('bob')).execute()
  })
  expect(await database.sql.selectFrom('users').select('name').execute()).toHaveLength(2)
})

test('a commit that fails keeps nothing and lets the next transaction in', async () => {
  const database = await openHere(1)
  const ran: string[] = []
  const outcome = database.transaction(async (tx, afterCommit) => {
    afterCommit(() => ran.push('never'))
    await sql`pragma defer_foreign_keys = on`.execute(tx)
    await tx.insertInto('users').values(newUser('ann')).execute()
    await tx
      .insertInto('team_members')
      .values({ team_id: 5, user_id: 5, role: 'member', created_at: 1 })
      .execute()
  })
  await expect(outcome).rejects.toThrow('FOREIGN KEY')
  expect(ran).toEqual([])
  await insertTeam(database, 'bob')
  expect(await database.sql.selectFrom('users').select('name').execute()).toEqual([{ name: 'bob' }])
})

test('a large source of its own memory is handed over, and cannot be written twice', async () => {
  const database = await openHere(1)
  const { teamId } = await insertTeam(database, 'ann')
  const source = new Uint8Array(100_000)
  await database.write(mailBatch(1, teamId, source))
  expect(source.buffer.detached).toBe(true)
  await expect(database.write(mailBatch(2, teamId, source))).rejects.toThrow('earlier write')
})

test('a source that is a part of larger memory leaves that memory alone', async () => {
  const database = await openHere(1)
  const { teamId } = await insertTeam(database, 'ann')
  const memory = Buffer.alloc(200_000, 7)
  await database.write(mailBatch(1, teamId, memory.subarray(0, 100_000)))
  expect(memory.at(-1)).toBe(7)
})

test('streaming is refused with a word on what to do', async () => {
  const database = await openHere(1)
  const stream = database.sql.selectFrom('users').selectAll().stream()
  await expect(stream.next()).rejects.toThrow('read in pages')
})

test('a value that SQLite cannot hold is refused and the thread goes on', async () => {
  const database = await openHere(1)
  const query = sql`select ${new Date()} as now`.execute(database.sql)
  await expect(query).rejects.toThrow('cannot be stored')
  const unsendable = sql`select ${Symbol('none')} as nothing`.execute(database.sql)
  await expect(unsendable).rejects.toThrow('could not be cloned')
  expect(await database.sql.selectFrom('users').selectAll().execute()).toEqual([])
})

test('a thread that dies fails what waits for it, tells why, and refuses what comes later', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-threads-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const deaths: Error[] = []
  const thread = startThread({ file: join(dataDir, 'x'), readOnly: false, subscribers: [] }, (e) =>
    deaths.push(e),
  )
  await thread.open()
  const query = { kind: 'query' as const, parameters: [] }
  // No command at all is beyond what the thread expects.
  const outcomes = await Promise.allSettled([
    thread.request(null as never),
    thread.request({ ...query, sql: 'select 1' }),
  ])
  expect(outcomes).toEqual([
    { status: 'rejected', reason: expect.any(Error) },
    { status: 'rejected', reason: expect.any(Error) },
  ])
  await expect(thread.request({ ...query, sql: 'select 1' })).rejects.toThrow('thread failed')
  expect(deaths.map((error) => error.message)).toEqual([
    expect.stringMatching(/^A database thread failed: ./),
  ])
})
