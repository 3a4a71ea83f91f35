import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/databases.ts'
import { insertTeam } from '../../../test/store-rows.ts'
import type { Database } from '../database.ts'
import { operators } from './043-operators.ts'

/** The store as it was before there were operators, brought up to date. */
async function upgrade(db: Database): Promise<void> {
  await sql`drop table unclaimed_operator`.execute(db.sql)
  for (const column of ['operator_at', 'disabled_at']) {
    await sql`alter table users drop column ${sql.ref(column)}`.execute(db.sql)
  }
  for (const statement of operators(db.dialect.name)) await sql.raw(statement).execute(db.sql)
}

const unclaimed = async ({ sql: store }: Database) =>
  (await store.selectFrom('unclaimed_operator').selectAll().execute()).length

describeEachDatabase('the upgrade to a version with operators', (open) => {
  test('makes nobody an operator where there are accounts, now or later', async () => {
    const db = await open()
    await insertTeam(db, 'ann')
    await upgrade(db)
    expect(await unclaimed(db)).toBe(0)
    const rows = await db.sql.selectFrom('users').select(['operator_at', 'disabled_at']).execute()
    expect(rows).toEqual([{ operator_at: null, disabled_at: null }])
  })

  test('leaves the role to the first account of an empty store', async () => {
    const db = await open()
    await upgrade(db)
    expect(await unclaimed(db)).toBe(1)
  })
})
