import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../test/support/databases.ts'
import { insertTeam, mailBatch } from '../../test/support/store-rows.ts'
import { refusedTeams, type TeamQuota, type WrittenTeam } from './mail/team-quota.ts'
import { TeamsRefused } from './mail/teams-refused.ts'

// Both databases against the one rule: Postgres compares the limits by a statement of its own.

const noLimits = { max_mails: null, max_bytes: null, deactivated_at: null }
const nothing = { total: 0, bytes: 0, trashed: 0, trashed_bytes: 0 }
const usuals: TeamQuota[] = [
  { mails: null, bytes: null },
  { mails: 5, bytes: null },
  { mails: null, bytes: 100 },
  { mails: 5, bytes: 100 },
]
const owns = [
  noLimits,
  { ...noLimits, max_mails: 0, max_bytes: 0 },
  { ...noLimits, max_mails: 3 },
  { ...noLimits, max_bytes: 50 },
  { ...noLimits, max_mails: 0, deactivated_at: 1 },
]
const helds = [
  nothing,
  { ...nothing, total: 2 },
  { ...nothing, total: 3 },
  { ...nothing, total: 4, bytes: 40 },
  { ...nothing, total: 5 },
  { ...nothing, total: 1, bytes: 99 },
  { ...nothing, total: 1, bytes: 100 },
  { ...nothing, total: 1, trashed: 8 },
  { ...nothing, total: 1, trashed: 9 },
  { ...nothing, total: 1, bytes: 40, trashed: 1, trashed_bytes: 160 },
]

describeEachDatabase('a batch is refused', (open) => {
  test('where the rule of limits says so, for each team by its own', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const { teamId: other } = await insertTeam(database, 'bob')
    for (const quota of usuals) {
      for (const { deactivated_at, ...own } of owns) {
        await database.sql.deleteFrom('team_limits').execute()
        await database.sql
          .insertInto('team_limits')
          .values({ team_id: teamId, ...own })
          .execute()
        await database.sql
          .updateTable('teams')
          .set({ deactivated_at })
          .where('id', '=', teamId)
          .execute()
        for (const held of helds) {
          await database.sql
            .updateTable('team_counters')
            .set(held)
            .where('team_id', '=', teamId)
            .execute()
          const written: WrittenTeam = {
            ...held,
            ...own,
            team_id: teamId,
            deactivated_at,
            total: held.total + 1,
            bytes: held.bytes + 1,
          }
          const expected = refusedTeams(quota, [written])
          const counted = { total: 1, unread: 1, flagged: 0, bytes: 1, revision: 1 }
          const rows = [teamId, other].map((team_id) => ({ team_id, ...counted }))
          const outcome = await database
            .write([{ add: 'team_counters', key: 'team_id', rows, quota }])
            .then(
              () => [],
              (error: unknown) => (error instanceof TeamsRefused ? [...error.teams] : error),
            )
          expect({ quota, written, outcome }).toEqual({ quota, written, outcome: expected })
          await database.sql
            .updateTable('team_counters')
            .set(nothing)
            .where('team_id', '=', other)
            .execute()
        }
      }
    }
  })

  test('without a trace, and the next is written', async () => {
    const database = await open()
    const { teamId } = await insertTeam(database, 'ann')
    const [first = 0, second = 0] = await database.nextIds('mails', 2)
    const batch = (id: number, mails: number) =>
      mailBatch(id, teamId, Buffer.from('x')).map((step) =>
        'add' in step ? { ...step, quota: { mails, bytes: null } } : step,
      )
    await database.write(batch(first, 1))
    await expect(database.write(batch(second, 1))).rejects.toBeInstanceOf(TeamsRefused)
    expect(await database.onDisk([first, second])).toEqual(new Set([first]))
    await database.write(batch(second, 2))
    expect(await database.onDisk([first, second])).toEqual(new Set([first, second]))
    const counters = await database.sql.selectFrom('team_counters').select('total').execute()
    expect(counters).toEqual([{ total: 2 }])
  })
})
