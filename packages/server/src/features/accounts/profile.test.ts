import { expect, test } from 'vitest'
import { accountsOn, testClient as client } from '../../../test/support/accounts-on.ts'
import { describeAlike } from '../../../test/support/databases.ts'
import { newMail } from '../../../test/support/store-rows.ts'

const password = 'correct horse'

describeAlike('the profile', (openDatabase) => {
  async function setUp() {
    const parts = accountsOn(await openDatabase())
    return { ...parts, ann: await parts.signUp('Ann') }
  }

  test('a new name, or another spelling of the address, leaves it verified', async () => {
    const { accounts, ann, printed } = await setUp()
    const mails = printed.length
    const changes = { name: 'Ann Lee', email: 'Ann@example.com' }
    const updated = await accounts.updateProfile(ann, changes)
    expect(updated).toMatchObject({ ...changes, email_verified_at: expect.any(String) })
    expect(await accounts.getProfile(ann.userId)).toEqual(updated)
    expect(printed).toHaveLength(mails)
  })

  test('a new address with a wrong password changes nothing', async () => {
    const { accounts, ann, printed } = await setUp()
    const before = await accounts.getProfile(ann.userId)
    const mails = printed.length
    const changes = { name: 'Eve', email: 'eve@example.com' }
    const wrong = accounts.updateProfile(ann, { ...changes, password: 'wrong' })
    await expect(wrong).rejects.toMatchObject({
      code: 'invalid',
      errors: { password: ['The password is incorrect.'] },
    })
    expect(await accounts.getProfile(ann.userId)).toEqual(before)
    expect(printed).toHaveLength(mails)
  })

  test('deleting an account takes its team, mailed links and sessions with it', async () => {
    const { db, accounts, teams, credentials, sweepTeams, ann, emitted, clock } = await setUp()
    const [team] = await teams.listFor(ann.userId)
    const pair = { username: team?.smtp_username ?? '', password: team?.smtp_password ?? '' }
    expect(await credentials.authenticate(pair)).toMatchObject({ id: team?.id })
    await accounts.deleteAccount(ann, password)
    expect(await credentials.authenticate(pair)).toBeNull()
    expect(await accounts.findSession(ann.sessionToken)).toBeNull()
    expect(emitted).toEqual([
      { teamId: team?.id, userId: ann.userId, deleted: true },
      { sessionId: ann.sessionId, userId: ann.userId },
    ])
    await expect(
      accounts.logIn({ email: ann.email, password }, client, null),
    ).rejects.toMatchObject({ code: 'invalid' })
    const left = JSON.stringify(await db.sql.selectFrom('users').selectAll().execute())
    expect(left).not.toMatch(/ann@|argon/)
    clock.time += 60_000
    await sweepTeams()
    await accounts.removeExpired()
    for (const table of [
      'users',
      'sessions',
      'account_tokens',
      'teams',
      'team_counters',
    ] as const) {
      expect(await db.sql.selectFrom(table).selectAll().execute()).toEqual([])
    }
    await accounts.register({ name: 'Ann', email: ann.email, password }, client.address)
  })

  test('its mail is deleted after it, in steps that a restart continues, and its rows last', async () => {
    const { db, accounts, teams, sweepTeams, ann, clock } = await setUp()
    const [team] = await teams.listFor(ann.userId)
    const ids = await db.nextIds('mails', 1_200)
    const rows = ids.map((id) => newMail(id, team?.id ?? 0))
    await db.write([{ insert: 'mails', rows }])
    const count = async (table: 'mails' | 'teams' | 'users') =>
      (await db.sql.selectFrom(table).select('id').execute()).length
    await accounts.deleteAccount(ann, password)
    expect(await count('mails')).toBe(1_200)
    await sweepTeams()
    await accounts.removeExpired()
    expect([await count('mails'), await count('teams'), await count('users')]).toEqual([0, 1, 1])
    clock.time += 60_000
    await sweepTeams()
    await accounts.removeExpired()
    expect([await count('teams'), await count('users')]).toEqual([0, 0])
  })

  test('the password is asked for, and a wrong one deletes nothing', async () => {
    const { accounts, ann } = await setUp()
    const deleted = accounts.deleteAccount(ann, 'wrong')
    await expect(deleted).rejects.toMatchObject({
      code: 'invalid',
      errors: { password: ['The password is incorrect.'] },
    })
    expect(await accounts.findSession(ann.sessionToken)).not.toBeNull()
  })

  test('an owner of a shared team cannot be deleted before it, and is shown its name', async () => {
    const { db, accounts, teams, ann, emitted } = await setUp()
    const [team] = await teams.listFor(ann.userId)
    const [id = 0] = await db.nextIds('mails', 1)
    await db.write([{ insert: 'mails', rows: [newMail(id, team?.id ?? 0)] }])
    await db.sql
      .updateTable('teams')
      .set({ type: 'shared', name: 'Ops' })
      .where('owner_id', '=', ann.userId)
      .execute()
    const deleted = accounts.deleteAccount(ann, password)
    await expect(deleted).rejects.toMatchObject({
      code: 'conflict',
      message: 'First delete or transfer the teams you own: Ops.',
    })
    expect(await accounts.findSession(ann.sessionToken)).not.toBeNull()
    expect(await db.sql.selectFrom('mails').select('id').execute()).toEqual([{ id }])
    expect(emitted).toEqual([])
  })

  test('a member’s teams go on without them', async () => {
    const { db, accounts, teams, ann, signUp, emitted } = await setUp()
    const bob = await signUp('Bob')
    const [annsTeam] = await teams.listFor(ann.userId)
    const teamId = annsTeam?.id ?? 0
    await db.sql
      .insertInto('team_members')
      .values({ team_id: teamId, user_id: bob.userId, role: 'member', created_at: 1 })
      .execute()
    await accounts.deleteAccount(bob, password)
    expect(emitted).toContainEqual({ teamId, userId: bob.userId })
    expect(await teams.listFor(ann.userId)).toMatchObject([{ id: teamId, members_count: 1 }])
  })

  test('an account that is gone is signed out, not an error', async () => {
    const { accounts, ann } = await setUp()
    await accounts.deleteAccount(ann, password)
    await expect(accounts.getProfile(ann.userId)).rejects.toMatchObject({ code: 'signed_out' })
    const again = accounts.deleteAccount(ann, password)
    await expect(again).rejects.toMatchObject({ code: 'signed_out' })
  })
})
