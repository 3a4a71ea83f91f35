import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../test/support/databases.ts'
import { newUser } from '../../test/support/store-rows.ts'
import type { Database } from './database.ts'
import { isMigrated, migrate } from './migrate.ts'
import { migrations, newestMigration } from './migrations/migrations.ts'

const addNickname = {
  '900-nickname': {
    async up(db: Parameters<ReturnType<typeof migrations>[string]['up']>[0]) {
      await sql`alter table users add column nickname text not null default 'none'`.execute(db)
    },
  },
}

const failAfterATable = {
  '901-broken': {
    async up(db: Parameters<ReturnType<typeof migrations>[string]['up']>[0]) {
      await sql`create table half_done (id integer)`.execute(db)
      await sql`insert into no_such_table values (1)`.execute(db)
    },
  },
}

async function nicknames(database: Database): Promise<unknown[]> {
  const { rows } = await sql`select name, nickname from users`.execute(database.sql)
  return rows
}

describeEachDatabase('migrating', (open) => {
  test('again changes nothing', async () => {
    const database = await open()
    await database.sql.insertInto('users').values(newUser('ann')).execute()
    await migrate(database.longReads, migrations(database.dialect.name))
    expect(await database.sql.selectFrom('users').select('name').execute()).toHaveLength(1)
  })

  test('from an older version keeps its rows and adds what is new', async () => {
    const database = await open()
    await database.sql.insertInto('users').values(newUser('ann')).execute()
    await migrate(database.longReads, { ...migrations(database.dialect.name), ...addNickname })
    expect(await nicknames(database)).toEqual([{ name: 'ann', nickname: 'none' }])
  })

  test('by several at once runs each migration once', async () => {
    const database = await open()
    const all = { ...migrations(database.dialect.name), ...addNickname }
    // Adding the same column a second time would fail.
    await Promise.all(Array.from({ length: 5 }, () => migrate(database.longReads, all)))
    await database.sql.insertInto('users').values(newUser('ann')).execute()
    expect(await nicknames(database)).toHaveLength(1)
  })

  test('leaves nothing half done when it fails, and says which one failed and why', async () => {
    const database = await open()
    const all = { ...migrations(database.dialect.name), ...addNickname, ...failAfterATable }
    await expect(migrate(database.longReads, all)).rejects.toThrow(
      /901-broken failed and nothing was changed: .*no_such_table/,
    )
    await expect(sql`select * from half_done`.execute(database.sql)).rejects.toThrow(/half_done/)
    await expect(nicknames(database)).rejects.toThrow(/nickname/)

    await migrate(database.longReads, { ...migrations(database.dialect.name), ...addNickname })
    expect(await nicknames(database)).toEqual([])
  })

  test('refuses a database that a newer version has migrated', async () => {
    const database = await open()
    await migrate(database.longReads, { ...migrations(database.dialect.name), ...addNickname })
    await expect(migrate(database.longReads, migrations(database.dialect.name))).rejects.toThrow(
      /last used by a newer Mailstop, which made 900-nickname/,
    )
  })

  test('is done once the newest migration is, also for a version that has fewer', async () => {
    const database = await open()
    expect(await isMigrated(database.sql)).toBe(true)
    await sql`delete from kysely_migration where name = ${newestMigration}`.execute(database.sql)
    expect(await isMigrated(database.sql)).toBe(false)
    await sql`insert into kysely_migration (name, timestamp) values ('999-next', '')`.execute(
      database.sql,
    )
    expect(await isMigrated(database.sql)).toBe(true)
  })
})
