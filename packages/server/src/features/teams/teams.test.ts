import { permissionsOf, type TeamAction } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { requestBy, userActor } from '../../../test/support/actors.ts'
import { describeAlike, type OpenDatabase } from '../../../test/support/databases.ts'
import { newUser } from '../../../test/support/store-rows.ts'
import type { SmtpPort } from '../../lib/network/smtp-ports.ts'
import { createSmtpCredentials } from '../inboxes/smtp-credentials.ts'
import { createTeams } from './teams.ts'
import { strictEvents } from '../../../test/support/strict-events.ts'

describeAlike('teams', (openDatabase) => {
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
      code: expect.stringMatching(/^[a-z0-9]{8}$/),
      plan: 'free',
      is_active: true,
      logo: null,
      type: 'personal',
      members_count: 1,
      role: 'owner',
      permissions: permissionsOf('owner', 'personal'),
      owner: { id: ann.userId, name: 'Ann' },
      smtp_username: expect.stringMatching(/^[a-km-np-z2-9]{16}$/),
      smtp_password: expect.stringMatching(/^[a-km-np-z2-9]{26}$/),
      smtp_server: 'mail.example.test',
      smtp_ports: '2525,587,465',
      smtp_starttls_ports: '587',
      smtps_ports: '465',
      pop3_ports: '1110',
      smtp_self_signed: true,
      smtp_open: false,
      mail_domain: null,
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

  test('a user may join the mail channels of their teams and no others', async () => {
    const { teams, createUser } = await setUp()
    const ann = await createUser('Ann')
    const bob = await createUser('Bob')
    const mayJoin = (channel: string) => teams.mayJoin(userActor(ann.userId), channel)
    expect(await mayJoin(`teams.${ann.teamId}.mails`)).toBe(true)
    expect(await mayJoin(`teams.${bob.teamId}.mails`)).toBe(false)
    expect(await mayJoin(`teams.${ann.teamId}.members`)).toBe(false)
    expect(await mayJoin(`teams.0${ann.teamId}.mails`)).toBe(false)
    expect(await mayJoin(`x.teams.${ann.teamId}.mails`)).toBe(false)
    expect(await mayJoin('')).toBe(false)
  })
})

function teamsAlone(db: Awaited<ReturnType<OpenDatabase>>) {
  const now = () => 1_700_000_000_000
  const events = strictEvents()
  const credentials = createSmtpCredentials({
    db,
    events,
    sealKey: new Uint8Array(32).fill(5),
    now,
  })
  const ports: SmtpPort[] = [
    { port: 2525, tls: 'none' },
    { port: 587, tls: 'starttls' },
    { port: 465, tls: 'implicit' },
  ]
  const teams = createTeams({
    db,
    events,
    credentials,
    smtp: {
      server: 'mail.example.test',
      ports,
      pop3: [{ port: 1110, tls: 'none' }],
      selfSigned: true,
    },
    tokens: { revoke: async () => 0 },
    requirePassword: () => Promise.reject(new Error('Nobody has a password')),
    endingSteps: [],
    now,
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
  const permit = (userId: number, teamId: number, action: TeamAction) =>
    teams.permit(db.sql, requestBy(userActor(userId), teamId, action))
  return { db, teams, permit, createUser }
}
