import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/databases.ts'
import { insertTeam, newMail } from '../../../test/store-rows.ts'
import { chargedEnvelopes } from './033-charged-envelopes.ts'

describeEachDatabase('teams from before envelopes were charged', (open) => {
  test('hold what the deletion of their mail takes away', async () => {
    const db = await open()
    const [ann, bob] = [await insertTeam(db, 'ann'), await insertTeam(db, 'bob')]
    const ids = await db.nextIds('mails', 5)
    const envelopes = [1_024, 1_025, 300_000, 90_000, 20].map((length) =>
      'ä'.padEnd(length - 1, 'x'),
    )
    const teams = [ann, ann, ann, ann, bob]
    const mails = envelopes.map((envelope_to, at) => ({
      ...newMail(ids[at] ?? 0, teams[at]?.teamId ?? 0),
      size: 10,
      envelope_to,
      trashed_at: at === 3 ? 1 : null,
    }))
    await db.sql.insertInto('mails').values(mails).execute()
    for (const [team, bytes, trashed_bytes] of [[ann, 30, 10] as const, [bob, 10, 0] as const]) {
      await db.sql
        .updateTable('team_counters')
        .set({ bytes, trashed_bytes })
        .where('team_id', '=', team.teamId)
        .execute()
    }

    for (const statement of chargedEnvelopes()) await sql.raw(statement).execute(db.sql)

    const counters = await db.sql
      .selectFrom('team_counters')
      .select(['bytes', 'trashed_bytes'])
      .orderBy('team_id')
      .execute()
    expect(counters).toEqual([
      { bytes: 10 + 14 + 1_195_914, trashed_bytes: 355_914 },
      { bytes: 10, trashed_bytes: 0 },
    ])
  })
})
