import { expect, test } from 'vitest'
import { describeEachDatabase, type OpenDatabase } from '../../../test/databases.ts'
import { newUser } from '../../../test/store-rows.ts'
import { createEvents } from '../../events.ts'
import { createLimiter } from '../../lib/attempts.ts'
import { createMailRemoval } from '../mails/mail-removal.ts'
import { createTeams } from './teams.ts'

describeEachDatabase('teams', (openDatabase) => {
  async function setUp() {
    return teamsAlone(await openDatabase())
  }

  test('a personal team is named after its owner, empty, and has credentials of its own', async () => {
    const { teams, createUser } = await setUp()
    const ann = await createUser('Ann')
    const bob = await createUser('Bob')
    const [team, ...others] = await teams.listFor(ann.userId)
    expect(others).toEqual([])
    expect(team).toEqual({
      id: ann.teamId,
      name: 'Ann',
      plan: 'free',
      is_active: true,
      logo: null,
      type: 'personal',
      members_count: 1,
      role: 'owner',
      owner: { id: ann.userId, name: 'Ann' },
      smtp_username: expect.stringMatching(/^[a-km-np-z2-9]{16}$/),
      smtp_password: expect.stringMatching(/^[a-km-np-z2-9]{26}$/),
      smtp_server: 'mail.example.test',
      smtp_ports: '2525,465',
      smtps_ports: '465',
    })
    const [other] = await teams.listFor(bob.userId)
    expect(other?.smtp_username).not.toBe(team?.smtp_username)
    expect(other?.smtp_password).not.toBe(team?.smtp_password)
  })

  test('teams are listed oldest first, with all who belong to them counted', async () => {
    const { db, teams, createUser } = await setUp()
    const ann = await createUser('Ann')
    const bob = await createUser('Bob')
    const member = { team_id: ann.teamId, user_id: bob.userId, role: 'member' as const }
    await db.sql
      .insertInto('team_members')
      .values({ ...member, created_at: 9 })
      .execute()
    const listed = await teams.listFor(bob.userId)
    expect(listed.map(({ name, members_count }) => [name, members_count])).toEqual([
      ['Ann', 2],
      ['Bob', 1],
    ])
  })

  test('passwords lie in the database sealed', async () => {
    const { db, teams, createUser } = await setUp()
    const { userId } = await createUser('Ann')
    const [team] = await teams.listFor(userId)
    const [row] = await db.sql.selectFrom('smtp_credentials').selectAll().execute()
    expect(row?.username).toBe(team?.smtp_username)
    expect(JSON.stringify(row)).not.toContain(team?.smtp_password)
  })

  test('a team that one is no member of does not exist', async () => {
    const { teams, createUser } = await setUp()
    const ann = await createUser('Ann')
    const bob = await createUser('Bob')
    expect(await teams.requireMember(ann.userId, ann.teamId)).toMatchObject({ role: 'owner' })
    const foreign = teams.requireMember(bob.userId, ann.teamId)
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' })
    const unknown = teams.requireMember(bob.userId, 999_999)
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a member is refused what only the owner may do', async () => {
    const { db, teams, createUser } = await setUp()
    const ann = await createUser('Ann')
    const bob = await createUser('Bob')
    const member = { team_id: ann.teamId, user_id: bob.userId, role: 'member' as const }
    await db.sql
      .insertInto('team_members')
      .values({ ...member, created_at: 9 })
      .execute()
    expect(await teams.requireMember(bob.userId, ann.teamId)).toMatchObject({ role: 'member' })
    const renamed = teams.requireMember(bob.userId, ann.teamId, 'rename')
    await expect(renamed).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('a user may hear the mail of their teams and no other channel', async () => {
    const { teams, createUser } = await setUp()
    const ann = await createUser('Ann')
    const bob = await createUser('Bob')
    const mayHear = (channel: string) => teams.mayHear(ann.userId, channel)
    expect(await mayHear(`teams.${ann.teamId}.mails`)).toBe(true)
    expect(await mayHear(`teams.${bob.teamId}.mails`)).toBe(false)
    expect(await mayHear(`teams.${ann.teamId}.members`)).toBe(false)
    expect(await mayHear(`teams.0${ann.teamId}.mails`)).toBe(false)
    expect(await mayHear(`x.teams.${ann.teamId}.mails`)).toBe(false)
    expect(await mayHear('')).toBe(false)
  })

  test('SMTP credentials select their team, exactly as written', async () => {
    const { teams, createUser } = await setUp()
    const ann = await createUser('Ann')
    const [team] = await teams.listFor(ann.userId)
    const username = team?.smtp_username ?? ''
    const password = team?.smtp_password ?? ''
    expect(await teams.authenticateSmtp({ username, password })).toEqual({ id: ann.teamId })
    const wrong = [
      { username, password: `${password}x` },
      { username, password: password.toUpperCase() },
      { username, password: '' },
      { username: username.toUpperCase(), password },
      { username: 'nobody', password },
      { username: '', password: '' },
      { username: '__proto__', password: '' },
    ]
    for (const pair of wrong) expect(await teams.authenticateSmtp(pair)).toBeNull()
  })

  test('many SMTP logins at once cost one query, and a changed team is known within seconds', async () => {
    const { db, teams, createUser, clock } = await setUp()
    const ann = await createUser('Ann')
    const [team] = await teams.listFor(ann.userId)
    const pair = { username: team?.smtp_username ?? '', password: team?.smtp_password ?? '' }
    const id = ann.teamId
    expect(await Promise.all([pair, pair, pair].map(teams.authenticateSmtp))).toEqual([
      { id },
      { id },
      { id },
    ])
    await db.sql.updateTable('teams').set({ deactivated_at: 1 }).where('id', '=', id).execute()
    expect(await teams.authenticateSmtp(pair)).toEqual({ id })
    clock.time += 3_000
    expect(await teams.authenticateSmtp(pair)).toBeNull()
    await db.sql.updateTable('teams').set({ deactivated_at: null }).where('id', '=', id).execute()
    expect(await teams.authenticateSmtp(pair)).toEqual({ id })
  })
})

function teamsAlone(db: Awaited<ReturnType<OpenDatabase>>) {
  const clock = { time: 1_700_000_000_000 }
  const teams = createTeams({
    db,
    events: createEvents((error) => {
      throw error
    }),
    sealKey: new Uint8Array(32).fill(5),
    smtp: () => ({ server: 'mail.example.test', ports: [2525, 465], tlsPorts: [465] }),
    submit: () => Promise.reject(new Error('There is no SMTP port')),
    recentRefusals: () => [],
    requirePassword: () => Promise.reject(new Error('Nobody has a password')),
    removeTeamMail: createMailRemoval(db),
    onError: (error) => {
      throw error
    },
    limiter: createLimiter({ sql: db.sql, now: () => clock.time }),
    publicUrl: new URL('http://localhost:8025'),
    now: () => clock.time,
  })
  const createUser = (name: string) =>
    db.transaction(async (tx) => {
      const row = await tx
        .insertInto('users')
        .values(newUser(name))
        .returning('id')
        .executeTakeFirstOrThrow()
      return { userId: row.id, teamId: await teams.createPersonal(tx, { id: row.id, name }) }
    })
  return { db, clock, teams, createUser }
}
