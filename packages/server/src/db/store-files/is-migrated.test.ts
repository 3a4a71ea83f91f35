import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/databases.ts'
import { isMigrated, newestMigration } from './is-migrated.ts'

describeEachDatabase('a store', (openDatabase) => {
  test('is migrated once the newest migration is done, also for a version that has fewer', async () => {
    const db = await openDatabase()
    expect(await isMigrated(db.sql)).toBe(true)
    await sql`delete from kysely_migration where name = ${newestMigration}`.execute(db.sql)
    expect(await isMigrated(db.sql)).toBe(false)
    await sql`insert into kysely_migration (name, timestamp) values ('999-next', '')`.execute(
      db.sql,
    )
    expect(await isMigrated(db.sql)).toBe(true)
  })
})
