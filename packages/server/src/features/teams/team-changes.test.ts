import { limits } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { requestBy as as } from '../../../test/support/actors.ts'
import { describeAlike } from '../../../test/support/databases.ts'
import { mailBatch } from '../../../test/support/store-rows.ts'
import { password, teamsOn } from '../../../test/support/teams-on.ts'

const notFound = { code: 'not_found' }

describeAlike('a team', (openDatabase) => {
  const setUp = async () => teamsOn(await openDatabase())

  test('is created by any user, who owns it', async () => {
    const { teams, credentials, person } = await setUp()
    const ann = await person('ann')
    const made = await teams.create(ann.userId, 'Rocket Labs')
    expect(made).toMatchObject({
      name: 'Rocket Labs',
      type: 'shared',
      role: 'owner',
      owner: { id: ann.userId, name: 'ann' },
      members_count: 1,
      is_active: true,
    })
    const listed = await teams.listFor(ann.userId)
    expect(listed.map(({ name }) => name)).toEqual(['ann', 'Rocket Labs'])
    expect(listed[1]).toEqual(made)
    const pair = { username: made.smtp_username, password: made.smtp_password }
    expect(await credentials.authenticate(pair)).toMatchObject({ id: made.id })
  })

  test('is not made by somebody who owns very many, or who is gone', async () => {
    const { teams, person } = await setUp()
    const ann = await person('ann')
    for (let count = 0; count < limits.teamsOwned; count += 1) await teams.create(ann.userId, 'x')
    await expect(teams.create(ann.userId, 'x')).rejects.toMatchObject({ code: 'conflict' })
    await expect(teams.create(999, 'x')).rejects.toMatchObject({ code: 'signed_out' })
  })

  test('is renamed by its owner, and its browsers learn of it', async () => {
    const { teams, person, team, emitted } = await setUp()
    const [ann, bob] = [await person('ann'), await person('bob')]
    const id = await team(ann, bob)
    expect(await teams.rename(as(ann, id, 'rename'), 'Rocket Works')).toMatchObject({
      name: 'Rocket Works',
    })
    expect(emitted).toEqual([['teamOutdated', { teamId: id, userId: ann.userId, part: 'team' }]])
    expect(await teams.listFor(bob.userId)).toMatchObject([{ role: 'member' }, {}].toReversed())
  })

  test('lists its owner first, then the others by name', async () => {
    const { teams, person, team } = await setUp()
    const [zoe, bob, ann] = [await person('zoe'), await person('bob'), await person('ann')]
    const id = await team(zoe, bob, ann)
    const listed = await teams.listMembers(as(bob, id, 'read_team'))
    expect(listed.map(({ name, role }) => [name, role])).toEqual([
      ['zoe', 'owner'],
      ['ann', 'member'],
      ['bob', 'member'],
    ])
    expect(listed[1]).toEqual({
      id: ann.userId,
      name: 'ann',
      email: ann.email,
      avatar: null,
      role: 'member',
      vouched: false,
    })
  })

  test('loses a member whom its owner removes, or who leaves', async () => {
    const { teams, person, team, emitted } = await setUp()
    const [ann, bob, eve] = [await person('ann'), await person('bob'), await person('eve')]
    const id = await team(ann, bob, eve)
    await teams.removeMember(as(ann, id, 'remove_members'), bob.userId)
    await teams.leave(as(eve, id, 'leave'))
    expect(emitted).toEqual([
      ['membershipEnded', { teamId: id, userId: bob.userId }],
      ['teamOutdated', { teamId: id, userId: ann.userId, part: 'members' }],
      ['membershipEnded', { teamId: id, userId: eve.userId }],
      ['teamOutdated', { teamId: id, userId: eve.userId, part: 'members' }],
    ])
    for (const gone of [bob, eve]) {
      expect(await teams.listFor(gone.userId)).toHaveLength(1)
      await expect(teams.listMembers(as(gone, id, 'read_team'))).rejects.toMatchObject(notFound)
      await expect(
        teams.removeMember(as(ann, id, 'remove_members'), gone.userId),
      ).rejects.toMatchObject(notFound)
      await expect(teams.leave(as(gone, id, 'leave'))).rejects.toMatchObject(notFound)
    }
  })

  test('changes its credentials with the member who knows them, where that is wanted', async () => {
    const { teams, credentials, person, team, emitted } = await setUp()
    const [ann, bob, eve] = [await person('ann'), await person('bob'), await person('eve')]
    const id = await team(ann, bob, eve)
    const credentialsOf = async () => {
      const one = (await teams.listFor(ann.userId)).find((listed) => listed.id === id)
      return { username: one?.smtp_username ?? '', password: one?.smtp_password ?? '' }
    }
    const known = await credentialsOf()
    await teams.removeMember(as(ann, id, 'remove_members'), bob.userId)
    expect(await credentialsOf()).toEqual(known)
    emitted.length = 0
    await teams.removeMember(as(ann, id, 'remove_members'), eve.userId, { rotate: true })
    expect(await credentials.authenticate(known)).toBeNull()
    expect(await credentials.authenticate(await credentialsOf())).toMatchObject({ id })
    expect(emitted).toEqual([
      ['membershipEnded', { teamId: id, userId: eve.userId }],
      ['teamOutdated', { teamId: id, userId: ann.userId, part: 'members' }],
      ['credentialsEnded', { teamId: id, inbox: 1, username: known.username }],
      ['teamOutdated', { teamId: id, userId: ann.userId, part: 'inboxes' }],
    ])
  })

  test('keeps its credentials when nobody was removed', async () => {
    const { teams, person, team, emitted } = await setUp()
    const [ann, bob, eve] = [await person('ann'), await person('bob'), await person('eve')]
    const id = await team(ann, bob)
    const rotate = { rotate: true }
    const byMember = teams.removeMember(as(bob, id, 'remove_members'), bob.userId, rotate)
    await expect(byMember).rejects.toMatchObject({ code: 'forbidden' })
    await expect(
      teams.removeMember(as(ann, id, 'remove_members'), eve.userId, rotate),
    ).rejects.toMatchObject(notFound)
    expect(emitted).toEqual([])
  })

  test('keeps its owner, who cannot leave or be removed', async () => {
    const { teams, person, team } = await setUp()
    const ann = await person('ann')
    const id = await team(ann)
    await expect(teams.leave(as(ann, id, 'leave'))).rejects.toMatchObject({ code: 'forbidden' })
    const byHerself = teams.removeMember(as(ann, id, 'remove_members'), ann.userId)
    await expect(byHerself).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is handed over to a member, with the password', async () => {
    const { db, teams, person, team, emitted } = await setUp()
    const [ann, bob, eve] = [await person('ann'), await person('bob'), await person('eve')]
    const id = await team(ann, bob)
    for (const stranger of [eve.userId, ann.userId, 999]) {
      const handed = teams.handOver(as(ann, id, 'hand_over'), stranger, password)
      await expect(handed).rejects.toMatchObject({
        errors: { user: ['Choose another member of this team.'] },
      })
    }
    const verify = (at: number | null) =>
      db.sql
        .updateTable('users')
        .set({ email_verified_at: at })
        .where('id', '=', bob.userId)
        .execute()
    await verify(null)
    const vouchedFor = teams.handOver(as(ann, id, 'hand_over'), bob.userId, password)
    await expect(vouchedFor).rejects.toMatchObject({
      errors: { user: ['Their email address is not verified yet.'] },
    })
    await verify(1)
    const guessed = teams.handOver(as(ann, id, 'hand_over'), bob.userId, 'wrong')
    await expect(guessed).rejects.toMatchObject({
      errors: { password: ['The password is incorrect.'] },
    })
    expect(emitted).toEqual([])
    expect(await teams.handOver(as(ann, id, 'hand_over'), bob.userId, password)).toMatchObject({
      role: 'member',
      owner: { id: bob.userId, name: 'bob' },
    })
    expect(await teams.permit(db.sql, as(bob, id, 'delete'))).toEqual({ name: 'Rocket Labs' })
    expect(emitted.map(([, event]) => event)).toMatchObject([{ part: 'team' }, { part: 'members' }])
    await teams.leave(as(ann, id, 'leave'))
  })

  test('that is deleted is hidden at once; its mail is deleted later, and its row last', async () => {
    const { db, teams, credentials, sweepTeams, clock, person, team, emitted } = await setUp()
    const [ann, bob] = [await person('ann'), await person('bob')]
    const [id, other] = [await team(ann, bob), await team(ann)]
    for (const teamId of [id, other]) {
      const [mail] = await db.nextIds('mails', 1)
      await db.write(mailBatch(mail ?? 0, teamId, new Uint8Array([120])))
    }
    const [, before] = await teams.listFor(bob.userId)
    const pair = { username: before?.smtp_username ?? '', password: before?.smtp_password ?? '' }
    await credentials.authenticate(pair)

    await expect(teams.remove(as(ann, id, 'delete'), 'wrong')).rejects.toMatchObject({
      code: 'invalid',
    })
    expect(emitted).toEqual([])
    await teams.remove(as(ann, id, 'delete'), password)
    expect(emitted).toEqual([
      ['credentialsEnded', { teamId: id, inbox: null, username: pair.username, deleted: true }],
      ['membershipEnded', { teamId: id, userId: ann.userId, deleted: true }],
      ['membershipEnded', { teamId: id, userId: bob.userId, deleted: true }],
      ['teamDeleted', { teamId: id }],
    ])
    expect(await credentials.authenticate(pair)).toBeNull()
    expect(await teams.listFor(bob.userId)).toHaveLength(1)
    await expect(teams.permit(db.sql, as(ann, id, 'read_team'))).rejects.toMatchObject(notFound)
    await expect(teams.remove(as(ann, id, 'delete'), password)).rejects.toMatchObject(notFound)

    await sweepTeams()
    const mails = () => db.sql.selectFrom('mails').select('team_id').execute()
    expect(await mails()).toEqual([{ team_id: other }])
    const rows = () => db.sql.selectFrom('teams').where('id', '=', id).select('id').execute()
    expect(await rows()).toHaveLength(1)
    clock.time += 60_000
    await sweepTeams()
    expect(await rows()).toEqual([])
  })

  test('is handed over to nobody who owns very many', async () => {
    const { teams, person, team } = await setUp()
    const [ann, bob] = [await person('ann'), await person('bob')]
    const ids = [await team(ann, bob), await team(ann, bob)]
    for (let count = 1; count < limits.teamsOwned; count += 1) await teams.create(bob.userId, 'x')
    const outcomes = await Promise.allSettled(
      ids.map((id) => teams.handOver(as(ann, id, 'hand_over'), bob.userId, password)),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { errors: { user: [`They already own ${limits.teamsOwned} teams.`] } },
    })
    const owned = (await teams.listFor(bob.userId)).filter(({ role }) => role === 'owner')
    expect(owned).toHaveLength(limits.teamsOwned + 1)
  })

  test('whose mail cannot be deleted now stops no other from being deleted', async () => {
    const db = await openDatabase()
    const problem = new Error('This mail cannot be read')
    let broken = 0
    const { teams, sweepTeams, person, team, clock, failures } = teamsOn(db, 'open', {
      removeTeamMail: (id) => (id === broken ? Promise.reject(problem) : Promise.resolve()),
    })
    const ann = await person('ann')
    const ids = [await team(ann), await team(ann)]
    for (const id of ids) await teams.remove(as(ann, id, 'delete'), password)
    broken = ids[0] ?? 0
    clock.time += 60_000
    await sweepTeams()
    const left = () =>
      db.sql.selectFrom('teams').where('type', '=', 'shared').select('id').execute()
    expect(await left()).toEqual([{ id: ids[0] }])
    expect(failures).toEqual([problem])
    broken = 0
    await sweepTeams()
    expect(await left()).toEqual([])
  })

  test('that is personal is neither deleted nor handed over', async () => {
    const { teams, person } = await setUp()
    const [ann, bob] = [await person('ann'), await person('bob')]
    const [own] = await teams.listFor(ann.userId)
    const id = own?.id ?? 0
    await expect(teams.remove(as(ann, id, 'delete'), password)).rejects.toMatchObject({
      code: 'conflict',
    })
    const handed = teams.handOver(as(ann, id, 'hand_over'), bob.userId, password)
    await expect(handed).rejects.toMatchObject({ code: 'conflict' })
  })

  test('prevents the deletion of its owner’s account until it is handed over or deleted', async () => {
    const { accounts, teams, person, team } = await setUp()
    const [ann, bob] = [await person('ann'), await person('bob')]
    const [given, ended] = [await team(ann, bob), await team(ann)]
    await teams.rename(as(ann, ended, 'rename'), 'Second')
    await expect(accounts.deleteAccount(ann, password)).rejects.toMatchObject({
      message: 'First delete or transfer the teams you own: Rocket Labs, Second.',
    })
    await teams.handOver(as(ann, given, 'hand_over'), bob.userId, password)
    await teams.remove(as(ann, ended, 'delete'), password)
    await accounts.deleteAccount(ann, password)
    expect(await teams.listMembers(as(bob, given, 'read_team'))).toMatchObject([{ role: 'owner' }])
  })

  test('that ends with an account ends for its guests too', async () => {
    const { db, accounts, teams, person, emitted } = await setUp()
    const [ann, bob] = [await person('ann'), await person('bob')]
    const [own] = await teams.listFor(ann.userId)
    const guest = { userId: bob.userId, teamId: own?.id ?? 0 }
    await db.transaction((...work) => teams.join(work, guest, () => Promise.resolve(true)))
    emitted.length = 0
    await accounts.deleteAccount(ann, password)
    expect(emitted).toContainEqual(['membershipEnded', { ...guest, deleted: true }])
    expect(await teams.listFor(bob.userId)).toHaveLength(1)
  })
})
