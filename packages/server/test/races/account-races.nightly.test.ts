import { expect, test } from 'vitest'
import { Refusal } from '../../src/errors.ts'
import { requestBy } from '../support/actors.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { password, teamsOn } from '../support/teams-on.ts'
import { setting } from '../soak/setting.ts'

/** The end of an account at the same moment as changes of its teams: refusals, never a deadlock. */
const rounds = setting('RACE_ROUNDS', 10)
const timeoutMs = 60_000 + rounds * 3_000

describeEachDatabase('an account is deleted', (openDatabase) => {
  test(
    'while the credentials, members and owner of its teams change',
    async () => {
      const { accounts, teams, rotate, person, team, db } = teamsOn(await openDatabase())
      for (let round = 0; round < rounds; round += 1) {
        const [ann, bob] = [await person(`ann${round}`), await person(`bob${round}`)]
        const [own] = await teams.listFor(ann.userId)
        const teamId = own?.id ?? 0
        const guest = { userId: bob.userId, teamId }
        await db.transaction((...work) => teams.join(work, guest, () => Promise.resolve(true)))
        const shared = await team(bob, ann)
        const outcomes = await Promise.allSettled([
          rotate(requestBy(ann, teamId, 'rotate_credentials')),
          teams.handOver(requestBy(bob, shared, 'hand_over'), ann.userId, password),
          accounts.deleteAccount(ann, password),
          teams.removeMember(requestBy(ann, teamId, 'remove_members'), bob.userId),
          rotate(requestBy(ann, teamId, 'rotate_credentials')),
          teams.remove(requestBy(bob, shared, 'delete'), password),
        ])
        const failures = outcomes.flatMap((each) => (each.status === 'rejected' ? each.reason : []))
        expect(failures.filter((reason) => !(reason instanceof Refusal))).toEqual([])
      }
    },
    timeoutMs,
  )
})

describeEachDatabase('a profile is saved', (openDatabase) => {
  test(
    'while its account moves to another address, or its team is handed over, or it is deleted',
    async () => {
      const { accounts, teams, person, team, lastToken, db } = teamsOn(await openDatabase())
      for (let round = 0; round < rounds; round += 1) {
        const [ann, bob] = [await person(`ann${round}`), await person(`bob${round}`)]
        const shared = await team(ann, bob)
        const to = `lee${round}@example.com`
        await accounts.updateProfile(ann, { name: 'Ann', email: to, password })
        const token = lastToken()
        const isMove = round % 2 === 0
        const save = (name: string) => accounts.updateProfile(ann, { name, email: ann.email })
        const outcomes = await Promise.allSettled([
          save('Ann One'),
          teams.handOver(requestBy(ann, shared, 'hand_over'), bob.userId, password),
          isMove ? accounts.verifyEmail(token, ann) : accounts.deleteAccount(ann, password),
          save('Ann Two'),
          teams.rename(requestBy(ann, shared, 'rename'), 'Moon Labs'),
          save('Ann Three'),
        ])
        const failures = outcomes.flatMap((each) => (each.status === 'rejected' ? each.reason : []))
        expect(failures.filter((reason) => !(reason instanceof Refusal))).toEqual([])
        const rows = db.sql.selectFrom('users').select(['email', 'email_key', 'deleted_at'])
        for (const { email, email_key, deleted_at } of await rows.execute()) {
          expect(email).toBe(deleted_at === null ? email_key : '')
        }
        const owners = await db.sql
          .selectFrom('teams')
          .innerJoin('team_members', 'team_members.user_id', 'teams.owner_id')
          .whereRef('team_members.team_id', '=', 'teams.id')
          .where('teams.id', '=', shared)
          .select('role')
          .execute()
        expect(owners).toEqual([{ role: 'owner' }])
      }
    },
    timeoutMs,
  )
})
