import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { pino } from 'pino'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { describeEachDatabase, newPostgres } from '../../test/support/databases.ts'
import { insertTeam, mailBatch, newUser } from '../../test/support/store-rows.ts'
import { openDatabase } from './open-database.ts'
import { newFolder } from '../../test/support/new-folder.ts'

const log = pino({ level: 'silent' })

test('a database that lost its tables with its log of writes is refused beside its key', async () => {
  const dataDir = newFolder()
  const emptied = new DatabaseSync(join(dataDir, 'mailstop.sqlite'))
  emptied.exec('create table gone (id); drop table gone')
  emptied.close()
  const key = join(dataDir, 'app-key')
  await writeFile(key, 'x')
  const opening = openDatabase({ dataDir, log, readers: 1 })
  await expect(opening).rejects.toThrow(/mailstop.sqlite is empty, but .*app-key shows/)
  // Without it, the process was killed at its first start.
  await rm(key)
  await (await openDatabase({ dataDir, log, readers: 1 })).close()
})

describeEachDatabase('closing a database', (open) => {
  test('lets everything that was begun finish first', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const ids = await database.nextIds('mails', 30)
    const finished: string[] = []
    const work = [
      ...ids.map((id) => database.write(mailBatch(id, teamId, Buffer.from('x')))),
      ...ids.map(() => database.sql.selectFrom('users').selectAll().execute()),
      ...ids.map((id) =>
        database.transaction(async (tx, afterCommit) => {
          await tx
            .insertInto('users')
            .values(newUser(`user ${id}`))
            .execute()
          await tx.selectFrom('users').selectAll().execute()
          afterCommit(() => finished.push(`user ${id}`))
        }),
      ),
      database.sql.updateTable('teams').set({ name: 'renamed' }).execute(),
    ]
    await Promise.all([database.close(), ...work])
    expect(finished).toHaveLength(30)
  })

  test('refuses what comes later', async () => {
    const database = await open()
    await database.close()
    const read = database.sql.selectFrom('users').selectAll().execute()
    await expect(read).rejects.toThrow(/closed|destroyed/)
    await expect(database.write(mailBatch(1, 1, Buffer.from('x')))).rejects.toThrow(/closed/)
    await expect(database.transaction(async () => {})).rejects.toThrow(/closed|destroyed/)
  })

  test('twice is closing once', async () => {
    const database = await open()
    await Promise.all([database.close(), database.close()])
    await expect(database.close()).resolves.toBeUndefined()
  })
})

describe('opening a database', () => {
  test('that lets nobody in is refused with the setting that names it', async () => {
    const url = await newPostgres()
    const owner = new Client({ connectionString: inject('postgresUrl') })
    await owner.connect()
    onTestFinished(() => owner.end())
    const name = new URL(url).pathname.slice(1)
    await owner.query(`alter database "${name}" with allow_connections false`)
    const opening = openDatabase({ dataDir: tmpdir(), databaseUrl: url, log })
    await expect(opening).rejects.toThrow(
      /^The database of DATABASE_URL cannot be reached: .* not currently accepting connections\.$/,
    )
  })

  test('finds on SQLite what an earlier process left, and counts ids on from there', async () => {
    const dataDir = newFolder()
    const before = await openDatabase({ dataDir, log })
    const { teamId } = await insertTeam(before, 'ann')
    const ids = await before.nextIds('mails', 3)
    await before.write(ids.flatMap((id) => mailBatch(id, teamId, Buffer.from('x'))))
    const last = ids.at(-1) ?? 0
    await before.sql.deleteFrom('mails').where('id', '=', last).execute()
    await before.close()
    // The one file holds everything, and can be copied away alone.
    expect(await readdir(dataDir)).toEqual(['mailstop.sqlite'])

    const after = await openDatabase({ dataDir, log })
    expect(await after.sql.selectFrom('mails').select('id').execute()).toHaveLength(2)
    expect(await after.nextIds('mails', 1)).toEqual([last + 1])
    await after.close()
  })

  test('that is empty works for two Postgres processes at once', async () => {
    const url = await newPostgres('template0')
    const open = () => openDatabase({ dataDir: tmpdir(), databaseUrl: url, log })
    const [first, second] = await Promise.all([open(), open()])
    await insertTeam(first, 'ann')
    expect(await second.sql.selectFrom('teams').select('name').execute()).toEqual([{ name: 'ann' }])
    const ids = await Promise.all([first.nextIds('mails', 50), second.nextIds('mails', 50)])
    expect(new Set(ids.flat()).size).toBe(100)
    await Promise.all([first.close(), second.close()])
  })

  test('fails with the reason when SQLite cannot have its file', async () => {
    const dataDir = newFolder()
    const blocked = openDatabase({ dataDir: join(dataDir, 'lost\0'), log })
    await expect(blocked).rejects.toThrow(/null bytes/)
    await mkdir(join(dataDir, 'mailstop.sqlite'))
    await expect(openDatabase({ dataDir, log })).rejects.toThrow('unable to open database file')
  })

  test('fails with the reason when Postgres cannot be reached', async () => {
    const databaseUrl = `postgres://nobody@localhost/none?host=${newFolder()}`
    const refused = openDatabase({ dataDir: tmpdir(), databaseUrl, log })
    await expect(refused).rejects.toThrow(/cannot be reached: .*ENOENT/)
  })
})
