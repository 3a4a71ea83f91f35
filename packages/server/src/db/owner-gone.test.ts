import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../test/databases.ts'
import { insertTeam } from '../../test/store-rows.ts'
import { isOwnerGone } from './owner-gone.ts'

describeEachDatabase('a row that is refused', (openDatabase) => {
  async function refusalOf(teamId: (existing: number) => number): Promise<unknown> {
    const db = await openDatabase()
    const team = await insertTeam(db, 'ann')
    const row = { team_id: teamId(team.teamId), total: 0, unread: 0, flagged: 0 }
    return db.sql
      .insertInto('team_counters')
      .values(row)
      .execute()
      .catch((error: unknown) => error)
  }

  test('for want of what it belongs to is known by that', async () => {
    expect(isOwnerGone(await refusalOf(() => 424_242))).toBe(true)
  })

  test('for another reason is not', async () => {
    expect(isOwnerGone(await refusalOf((existing) => existing))).toBe(false)
    expect(isOwnerGone('nonsense')).toBe(false)
  })
})
