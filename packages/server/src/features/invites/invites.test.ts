import { expect, test } from 'vitest'
import { requestBy } from '../../../test/support/actors.ts'
import { signIn, testClient as client } from '../../../test/support/accounts-on.ts'
import { describeAlike } from '../../../test/support/databases.ts'
import { teamsOn } from '../../../test/support/teams-on.ts'
import { sha256Hex } from '../../lib/secrets/tokens.ts'

const day = 24 * 60 * 60_000
const gone = { code: 'gone' }

describeAlike('an invitation', (openDatabase) => {
  async function setUp(instead: Parameters<typeof teamsOn>[2] = {}) {
    const parts = teamsOn(await openDatabase(), 'open', instead)
    const ann = await parts.person('ann')
    const teamId = await parts.team(ann)
    const owner = requestBy(ann, teamId, 'manage_invites')

    async function lastLink() {
      await parts.mailLeft()
      return /\/invite\?token=([\w-]{43})$/.exec(parts.printed.at(-1) ?? '')?.[1] ?? ''
    }
    async function invite(email: string) {
      const { id } = await parts.invites.create(owner, email)
      return { id, token: await lastLink() }
    }
    /** An account whose address is not verified. */
    async function signUp(name: string): Promise<number> {
      const account = { name, email: `${name}@example.com`, password: 'correct horse' }
      await parts.accounts.register(account, '192.0.2.1')
      return (await signIn(parts.accounts, account)).userId
    }
    const members = async () =>
      (await parts.teams.listMembers({ ...owner, action: 'read_team' }))
        .map(({ name }) => name)
        .toSorted()
    return { ...parts, ann, owner, teamId, invite, signUp, lastLink, members }
  }

  test('is listed until it is taken, and its token is stored as a hash', async () => {
    const { db, invites, owner, invite, clock } = await setUp()
    const { id, token } = await invite('Bob@Example.com')
    expect(token).toHaveLength(43)
    expect(await invites.list(owner)).toEqual([
      {
        id,
        email: 'Bob@Example.com',
        created_at: new Date(clock.time).toISOString(),
        expires_at: new Date(clock.time + 7 * day).toISOString(),
        link_copied_at: null,
        avatar: null,
      },
    ])
    const [row] = await db.sql.selectFrom('team_invites').selectAll().execute()
    expect(row?.token_hash).toBe(sha256Hex(token))
    expect(JSON.stringify(row)).not.toContain(token)
  })

  test('is shown to the account of its address once that is proven', async () => {
    const { accounts, invite, person, invites, owner } = await setUp()
    const bob = await person('bob')
    const { id } = await invite(bob.email)
    expect(await accounts.getProfile(bob.userId)).toMatchObject({ invited_by: ['Rocket Labs'] })
    await invites.discard(owner, id)
    expect(await accounts.getProfile(bob.userId)).toMatchObject({ invited_by: [] })
  })

  test('is not sent to an address that wants no more, nor again, and that counts for nothing', async () => {
    const { db, invites, owner, invite, suppression, printed, mailLeft } = await setUp()
    const { id } = await invite('bob@example.com')
    const url = suppression.urlOf('Bob@Example.com')
    const token = url.slice(url.lastIndexOf('/') + 1)
    await suppression.stop(token)
    const counted = () => db.sql.selectFrom('attempts').selectAll().orderBy('id').execute()
    const before = await counted()
    const unwilling = {
      code: 'conflict',
      message: expect.stringMatching(/has stopped emails from/),
    }
    await expect(invites.resend(owner, id)).rejects.toMatchObject(unwilling)
    await invites.discard(owner, id)
    await expect(invites.create(owner, 'BOB@example.com')).rejects.toMatchObject(unwilling)
    await mailLeft()
    expect([await counted(), printed.length]).toEqual([before, 1])
    await suppression.resume(token)
    await invite('BOB@example.com')
    expect(printed).toHaveLength(2)
  })

  test('makes a user who is signed in with that address a member at once, and only once', async () => {
    const { invites, teamId, invite, person, members, emitted } = await setUp()
    const bob = await person('bob')
    const { token } = await invite('BOB@example.com')
    emitted.length = 0
    expect(await invites.accept(token, bob.userId)).toEqual({
      message: 'You are now a member of Rocket Labs.',
      redirect: 'inbox',
      email: 'BOB@example.com',
      team: teamId,
      team_name: 'Rocket Labs',
      team_owner: 'ann',
      from_owner: false,
    })
    expect(await members()).toEqual(['ann', 'bob'])
    expect(emitted.map(([, event]) => event)).toMatchObject([
      { part: 'members' },
      { part: 'invites' },
    ])
    expect(await members()).toEqual(['ann', 'bob'])
  })

  test('that is opened again leads the member whom it let in to the team, and nobody else', async () => {
    const { invites, teams, invite, person, owner, teamId, clock } = await setUp()
    const [bob, eve] = [await person('bob'), await person('eve')]
    const { token } = await invite(bob.email)
    await invites.accept(token, bob.userId)
    const place = {
      team: teamId,
      team_name: 'Rocket Labs',
      team_owner: 'ann',
      from_owner: false,
    }
    expect(await invites.accept(token, bob.userId)).toEqual({
      message: 'You are already a member of Rocket Labs.',
      redirect: 'inbox',
      email: bob.email,
      ...place,
    })
    expect(await invites.accept(token, null)).toEqual({
      message: 'Log in to open Rocket Labs.',
      redirect: 'login',
      email: '',
      ...place,
    })
    await expect(invites.accept(token, eve.userId)).rejects.toMatchObject(gone)
    clock.time += 8 * day
    await expect(invites.accept(token, bob.userId)).rejects.toMatchObject(gone)
    clock.time -= 8 * day
    await teams.removeMember({ ...owner, action: 'remove_members' }, bob.userId)
    await expect(invites.accept(token, bob.userId)).rejects.toMatchObject(gone)
  })

  test('that a relay carried verifies the account that has its address and follows it', async () => {
    const { accounts, invites, invite, signUp, person, members, lastToken } = await setUp({
      hasRelay: true,
    })
    const eve = await person('eve')
    const bob = await signUp('bob')
    const { token } = await invite('bob@example.com')
    // Neither the account of another address nor a browser that is not signed in proves anything.
    expect(await invites.accept(token, eve.userId)).toMatchObject({ redirect: 'login' })
    expect(await invites.accept(token, null)).toMatchObject({ redirect: 'login' })
    expect((await accounts.getProfile(bob)).email_verified_at).toBeNull()
    expect(await invites.accept(token, bob)).toMatchObject({ redirect: 'inbox' })
    expect((await accounts.getProfile(bob)).email_verified_at).not.toBeNull()
    expect(await members()).toEqual(['ann', 'bob'])
    expect(lastToken()).toBe('')
  })

  test('that a relay carried spares an account that is registered from it the verification', async () => {
    const { accounts, invites, invite, members, printed } = await setUp({ hasRelay: true })
    const { token } = await invite('bob@example.com')
    await invites.accept(token, null)
    const account = { name: 'bob', email: 'bob@example.com', password: 'correct horse' }
    const sent = printed.length
    await accounts.register({ ...account, invite: token }, '192.0.2.1')
    expect(printed).toHaveLength(sent)
    const { emailVerifiedAt } = await accounts.logIn(account, client, null)
    expect(emailVerifiedAt).not.toBeNull()
    expect(await members()).toEqual(['ann', 'bob'])
  })

  test('that a relay carried verifies no other address that registers with its token', async () => {
    const { accounts, invite, lastToken } = await setUp({ hasRelay: true })
    const { token } = await invite('bob@example.com')
    const eve = { name: 'eve', email: 'eve@example.com', password: 'correct horse' }
    await accounts.register({ ...eve, invite: token }, '192.0.2.1')
    expect(lastToken()).not.toBe('')
    expect((await accounts.logIn(eve, client, null)).emailVerifiedAt).toBeNull()
  })

  test('that no relay carried proves no address', async () => {
    const { accounts, invites, invite, signUp, members, lastToken } = await setUp()
    const bob = await signUp('bob')
    const { token } = await invite('bob@example.com')
    expect(await invites.accept(token, bob)).toMatchObject({
      redirect: 'inbox',
      message: 'Verify your email address to join Rocket Labs.',
    })
    const { token: other } = await invite('eve@example.com')
    const eve = { name: 'eve', email: 'eve@example.com', password: 'correct horse' }
    await accounts.register({ ...eve, invite: other }, '192.0.2.1')
    expect(lastToken()).not.toBe('')
    expect(await members()).toEqual(['ann'])
  })

  test('that is accepted twice at once makes one membership', async () => {
    const { invites, invite, person, members } = await setUp()
    const bob = await person('bob')
    const { token } = await invite(bob.email)
    const answers = await Promise.allSettled([1, 2, 3].map(() => invites.accept(token, bob.userId)))
    const messages = answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value.message : answer.status,
    )
    expect(messages.toSorted()).toEqual([
      'You are already a member of Rocket Labs.',
      'You are already a member of Rocket Labs.',
      'You are now a member of Rocket Labs.',
    ])
    expect(await members()).toEqual(['ann', 'bob'])
  })

  test('asks a user who is not signed in with that address to log in, which accepts it', async () => {
    const { accounts, invites, teamId, invite, person, members } = await setUp()
    const [bob, eve] = [await person('bob'), await person('eve')]
    const { token } = await invite(bob.email)
    for (const caller of [null, eve.userId]) {
      expect(await invites.accept(token, caller)).toEqual({
        message: 'Log in as bob@example.com to join Rocket Labs.',
        redirect: 'login',
        email: bob.email,
        team: teamId,
        team_name: 'Rocket Labs',
        team_owner: 'ann',
        from_owner: false,
      })
    }
    expect(await members()).toEqual(['ann'])
    await accounts.logIn({ email: eve.email, password: 'correct horse' }, client, null)
    expect(await members()).toEqual(['ann'])
    await accounts.logIn({ email: bob.email, password: 'correct horse' }, client, null)
    expect(await members()).toEqual(['ann', 'bob'])
    expect(await invites.accept(token, bob.userId)).toMatchObject({ redirect: 'inbox' })
  })

  test('of an address without an account begins once an account has proven that address', async () => {
    const { accounts, invites, invite, lastToken, members } = await setUp()
    const { token } = await invite('bob@example.com')
    expect(await invites.accept(token, null)).toMatchObject({
      redirect: 'register',
      message: 'Create an account for bob@example.com to join Rocket Labs.',
    })
    const account = { name: 'bob', email: 'bob@example.com', password: 'correct horse' }
    await accounts.register(account, '192.0.2.1')
    const verification = lastToken()
    const { token: session } = await accounts.logIn(account, client, null)
    const caller = await accounts.findSession(session)
    // Signed in with it, but the address is not proven.
    expect(await invites.accept(token, caller?.userId ?? 0)).toMatchObject({
      redirect: 'inbox',
      message: 'Verify your email address to join Rocket Labs.',
    })
    expect(await members()).toEqual(['ann'])
    await accounts.verifyEmail(verification, caller)
    expect(await members()).toEqual(['ann', 'bob'])
  })

  test('whose link nobody followed makes nobody a member', async () => {
    const { accounts, invite, person, members, lastToken } = await setUp()
    const bob = await person('bob')
    await invite(bob.email)
    await accounts.logIn({ email: bob.email, password: 'correct horse' }, client, null)
    await invite('eve@example.com')
    const eve = { name: 'eve', email: 'eve@example.com', password: 'correct horse' }
    await accounts.register(eve, '192.0.2.1')
    const token = lastToken()
    const session = await accounts.logIn(eve, client, null)
    await accounts.verifyEmail(token, await accounts.findSession(session.token))
    expect(await members()).toEqual(['ann'])
  })

  test('that is sent again has another link; the one before is void, and so is having followed it', async () => {
    const { accounts, invites, owner, invite, lastLink, person, members, clock } = await setUp()
    const bob = await person('bob')
    const { id, token } = await invite(bob.email)
    await invites.accept(token, null)
    clock.time += 6 * day
    await invites.resend(owner, id)
    const fresh = await lastLink()
    expect(fresh).not.toBe(token)
    await expect(invites.accept(token, bob.userId)).rejects.toMatchObject(gone)
    await accounts.logIn({ email: bob.email, password: 'correct horse' }, client, null)
    expect(await members()).toEqual(['ann'])
    clock.time += 2 * day
    expect(await invites.accept(fresh, bob.userId)).toMatchObject({ redirect: 'inbox' })
  })

  test.each(['discarded', 'expired', 'made up', 'of a team that is gone'] as const)(
    'that is %s is worth nothing, and says no more',
    async (how) => {
      const { teams, invites, owner, invite, person, clock } = await setUp()
      const bob = await person('bob')
      const { id, token } = await invite(bob.email)
      await invites.accept(token, null)
      if (how === 'discarded') await invites.discard(owner, id)
      if (how === 'expired') clock.time += 7 * day
      if (how === 'of a team that is gone') {
        await teams.remove({ ...owner, action: 'delete' }, 'correct horse')
      }
      const tried = invites.accept(how === 'made up' ? 'unknown' : token, bob.userId)
      await expect(tried).rejects.toMatchObject({
        ...gone,
        message: 'This invitation is no longer valid. Ask its sender for a new one.',
      })
      await invites.takeUp(bob.userId)
      const joined = (await teams.listFor(bob.userId)).length
      expect(joined).toBe(how === 'made up' ? 2 : 1)
    },
  )

  test('to a member, or to an address that has one, is refused', async () => {
    const { invites, owner, invite, clock } = await setUp()
    await expect(invites.create(owner, 'ANN@example.com')).rejects.toMatchObject({
      code: 'conflict',
      message: 'ANN@example.com is already a member of this team.',
    })
    await invite('bob@example.com')
    await expect(invites.create(owner, 'Bob@example.com')).rejects.toMatchObject({
      code: 'conflict',
      message: 'Bob@example.com is already invited. You can resend that invite.',
    })
    clock.time += 7 * day
    await invite('bob@example.com')
    expect(await invites.list(owner)).toHaveLength(1)
  })

  test('that is refused costs the address nothing that others may send it', async () => {
    const { teams, invites, owner, invite, person } = await setUp()
    const eve = await person('eve')
    await invite('bob@example.com')
    for (let count = 0; count < 20; count += 1) {
      const again = invites.create(owner, 'bob@example.com')
      await expect(again).rejects.toMatchObject({ code: 'conflict' })
    }
    const { id } = await teams.create(eve.userId, 'Moon Labs')
    const other = requestBy(eve, id, 'manage_invites')
    expect(await invites.create(other, 'bob@example.com')).toMatchObject({
      email: 'bob@example.com',
    })
  })

  test('is sent to one address a few times an hour, counted over all senders', async () => {
    const { invites, owner, invite } = await setUp()
    const { id } = await invite('bob@example.com')
    for (let count = 1; count < 10; count += 1) await invites.resend(owner, id)
    await expect(invites.resend(owner, id)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('that expired long ago is removed', async () => {
    const { invites, owner, invite, clock } = await setUp()
    await invite('bob@example.com')
    clock.time += 36 * day
    await invites.removeOld()
    expect(await invites.list(owner)).toHaveLength(1)
    clock.time += 2 * day
    await invites.removeOld()
    expect(await invites.list(owner)).toEqual([])
  })
})
