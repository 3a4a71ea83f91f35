import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { insertTeam, newMail } from '../../../../test/support/store-rows.ts'
import type { Database } from '../../../db/database.ts'
import { createMailRemoval } from './mail-removal.ts'

async function catchMails(db: Database, teamId: number, count: number): Promise<void> {
  const ids = await db.nextIds('mails', count)
  const source = new Uint8Array([120])
  await db.write([
    { insert: 'mails', rows: ids.map((id) => ({ ...newMail(id, teamId), size: 1 })) },
    {
      insert: 'mail_sources',
      rows: ids.map((id) => ({ mail_id: id, team_id: teamId, source })),
    },
    {
      add: 'team_counters',
      key: 'team_id',
      rows: [{ team_id: teamId, total: count, unread: count, flagged: 0 }],
    },
  ])
}

describeEachDatabase('removing the mail of a team', (openDatabase) => {
  async function setUp(count: number) {
    const db = await openDatabase()
    const [going, staying] = [await insertTeam(db, 'ann'), await insertTeam(db, 'bob')]
    await catchMails(db, going.teamId, count)
    await catchMails(db, staying.teamId, 3)
    const teamsOfMail = async () => {
      const rows = await db.sql.selectFrom('mails').select('team_id').execute()
      return rows.map((row) => row.team_id)
    }
    return { db, going: going.teamId, staying: staying.teamId, teamsOfMail }
  }

  test('takes all of it, sources and counts included, and nothing of others', async () => {
    const { db, going, staying, teamsOfMail } = await setUp(1_100)
    await createMailRemoval(db)(going)
    expect(await teamsOfMail()).toEqual([staying, staying, staying])
    const sources = await db.sql.selectFrom('mail_sources').select('team_id').execute()
    expect(sources).toHaveLength(3)
    const counters = await db.sql
      .selectFrom('team_counters')
      .select(['team_id', 'total', 'unread'])
      .orderBy('team_id')
      .execute()
    expect(counters).toEqual([
      { team_id: going, total: 0, unread: 0 },
      { team_id: staying, total: 3, unread: 3 },
    ])
  })

  test('lets others write between its steps, and does not chase what arrives meanwhile', async () => {
    const { db, going, teamsOfMail } = await setUp(1_600)
    let isOver = false
    const removal = createMailRemoval(db)(going).then(() => (isOver = true))
    let writesDuring = 0
    while (!isOver) {
      await catchMails(db, going, 1)
      if (!isOver) writesDuring += 1
    }
    await removal
    expect(writesDuring).toBeGreaterThanOrEqual(3)
    const left = (await teamsOfMail()).filter((teamId) => teamId === going).length
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(1_600)
  })

  test('of a team that has none is done at once', async () => {
    const { db, teamsOfMail } = await setUp(0)
    await createMailRemoval(db)(999)
    expect(await teamsOfMail()).toHaveLength(3)
  })
})
