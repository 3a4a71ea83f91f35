import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../test/databases.ts'
import { isMigrated } from './is-migrated.ts'

describeEachDatabase('a store', (openDatabase) => {
  test('is migrated until a newer version has changed it', async () => {
    const db = await openDatabase()
    expect(await isMigrated(db.sql)).toBe(true)
    await sql`insert into kysely_migration (name, timestamp) values ('999-next', '')`.execute(
      db.sql,
    )
    expect(await isMigrated(db.sql)).toBe(false)
  })
})
