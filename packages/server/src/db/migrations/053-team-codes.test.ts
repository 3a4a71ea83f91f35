import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/databases.ts'
import { insertTeam } from '../../../test/store-rows.ts'
import { isUniqueViolation } from '../store-faults.ts'
import { teamCodes } from './053-team-codes.ts'

describeEachDatabase('the upgrade to a version with team codes', (open) => {
  test('makes a code for each team, which no other team can have', async () => {
    const db = await open()
    for (let at = 0; at < 30; at += 1) await insertTeam(db, `user-${at}`)
    await sql`drop index teams_by_code`.execute(db.sql)
    await sql`alter table teams drop column code`.execute(db.sql)
    for (const statement of teamCodes(db.dialect.name)) await sql.raw(statement).execute(db.sql)

    const rows = await db.sql.selectFrom('teams').select(['id', 'code']).execute()
    const codes = rows.map(({ code }) => code)
    expect(new Set(codes).size).toBe(30)
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]{8}$/)
    // Each place is random of its own.
    for (const at of [0, 3, 7]) {
      expect(new Set(codes.map((code) => code[at])).size).toBeGreaterThan(5)
    }

    const [first = { id: 0 }] = rows
    const taken = db.sql
      .updateTable('teams')
      .set({ code: codes[1] ?? '' })
      .where('id', '=', first.id)
    await expect(taken.execute()).rejects.toSatisfy(isUniqueViolation)
  })
})
