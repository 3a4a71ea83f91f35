import { expect, test } from 'vitest'
import { requestBy } from '../../../../test/support/actors.ts'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { teamsOn } from '../../../../test/support/teams-on.ts'
import { createTeamRetention, keptOf } from './team-retention.ts'

const all = { retention_days: null, retention_mails: null }

test('a team keeps what it wants to, and never more than the server', () => {
  expect(keptOf({ days: null, mails: null }, all)).toEqual({ days: null, mails: null })
  expect(keptOf({ days: 30, mails: null }, all)).toEqual({ days: 30, mails: null })
  const own = { retention_days: 7, retention_mails: 500 }
  expect(keptOf({ days: 30, mails: null }, own)).toEqual({ days: 7, mails: 500 })
  // The server keeps less than when the team chose.
  expect(keptOf({ days: 5, mails: 100 }, own)).toEqual({ days: 5, mails: 100 })
})

describeEachDatabase('the retention of a team', (open) => {
  test('is set by its owner within the bounds of the server, and read by its members', async () => {
    const db = await open()
    const { teams, person, team } = teamsOn(db)
    const [ann, bob, eve] = [await person('ann'), await person('bob'), await person('eve')]
    const id = await team(ann, bob)
    const most = { days: 30, mails: null }
    const retention = createTeamRetention({ db, permit: teams.permit, most })
    const set = (who: typeof ann, days: number | null, mails: number | null) =>
      retention.set(requestBy(who, id, 'set_retention'), { days, mails })
    const read = (who: typeof ann) => retention.get(requestBy(who, id, 'read_team'))

    const bounds = { most_days: 30, most_mails: null }
    expect(await read(bob)).toEqual({ days: null, mails: null, ...bounds })
    expect(await set(ann, 30, 5_000)).toEqual({ days: 30, mails: 5_000, ...bounds })
    await expect(set(ann, 31, 5_000)).rejects.toMatchObject({
      errors: { days: ['The operator of this server keeps 30 at most.'] },
    })
    await expect(set(bob, 1, 1)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(set(eve, 1, 1)).rejects.toMatchObject({ code: 'not_found' })
    await expect(read(eve)).rejects.toMatchObject({ code: 'not_found' })
    expect(await read(bob)).toEqual({ days: 30, mails: 5_000, ...bounds })
  })
})
