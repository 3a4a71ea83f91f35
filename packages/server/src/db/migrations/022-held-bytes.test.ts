import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/databases.ts'
import { insertTeam, newMail } from '../../../test/store-rows.ts'
import { heldBytes } from './022-held-bytes.ts'

describeEachDatabase('teams from before there were quotas', (open) => {
  test('are counted with what they hold, and with what was deleted apart', async () => {
    const db = await open()
    const [ann, bob, eve] = [
      await insertTeam(db, 'ann'),
      await insertTeam(db, 'bob'),
      await insertTeam(db, 'eve'),
    ]
    const ids = await db.nextIds('mails', 4)
    const mail = (at: number, teamId: number, size: number, trashed_at: number | null = null) => ({
      ...newMail(ids[at] ?? 0, teamId),
      size,
      trashed_at,
    })
    await db.sql
      .insertInto('mails')
      .values([
        mail(0, ann.teamId, 3_000_000_000),
        mail(1, ann.teamId, 20),
        mail(2, ann.teamId, 300, 1),
        mail(3, bob.teamId, 4_000, 1),
      ])
      .execute()
    for (const column of ['bytes', 'trashed', 'trashed_bytes']) {
      await sql.raw(`alter table team_counters drop column ${column}`).execute(db.sql)
    }

    for (const statement of heldBytes(db.dialect.name)) await sql.raw(statement).execute(db.sql)

    const counters = await db.sql
      .selectFrom('team_counters')
      .select(['team_id', 'bytes', 'trashed', 'trashed_bytes'])
      .orderBy('team_id')
      .execute()
    expect(counters).toEqual([
      { team_id: ann.teamId, bytes: 3_000_000_020, trashed: 1, trashed_bytes: 300 },
      { team_id: bob.teamId, bytes: 0, trashed: 1, trashed_bytes: 4_000 },
      { team_id: eve.teamId, bytes: 0, trashed: 0, trashed_bytes: 0 },
    ])
  })
})
