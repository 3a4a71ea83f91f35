import { expect, test } from 'vitest'
import { requestBy } from '../../../test/support/actors.ts'
import { describeAlike } from '../../../test/support/databases.ts'
import { teamsOn } from '../../../test/support/teams-on.ts'

const day = 24 * 60 * 60_000
const client = { address: '192.0.2.1', userAgent: '' }

describeAlike('the link of an invitation that its owner copies', (openDatabase) => {
  async function setUp(instead: Parameters<typeof teamsOn>[2] = {}) {
    const parts = teamsOn(await openDatabase(), 'open', instead)
    const ann = await parts.person('ann')
    const teamId = await parts.team(ann)
    const owner = requestBy(ann, teamId, 'manage_invites')
    const readers = { ...owner, action: 'read_team' as const }

    async function link(id: number, by = owner): Promise<string> {
      const { url } = await parts.invites.copyLink(by, id)
      return new URL(url).searchParams.get('token') ?? ''
    }
    async function invite(email: string, by = owner) {
      const { id } = await parts.invites.create(by, email)
      return { id, token: await link(id, by) }
    }
    /** An account whose address is not verified, signed in. */
    async function signUp(name: string, more: { invite?: string } = {}) {
      const account = { name, email: `${name}@example.com`, password: 'correct horse', ...more }
      await parts.accounts.register(account, client.address)
      await parts.mailLeft()
      const { token } = await parts.accounts.logIn(account, client, null)
      const actor = () => parts.accounts.findSession(token)
      const { userId = 0, sessionId = '' } = (await actor()) ?? {}
      return { ...account, userId, sessionId, actor }
    }
    const members = () => parts.teams.listMembers(readers)
    return { ...parts, ann, owner, teamId, link, invite, signUp, members }
  }

  test('begins this membership without a verified address, which the owner sees', async () => {
    const { db, accounts, invites, owner, invite, signUp, members } = await setUp({
      adminEmail: 'bob@example.com',
    })
    const { token } = await invite('bob@example.com')
    expect(await invites.list(owner)).toMatchObject([{ link_copied_at: expect.any(String) }])
    const followed = { redirect: 'register', from_owner: true }
    expect(await invites.accept(token, null)).toMatchObject(followed)
    const bob = await signUp('bob', { invite: token })
    expect(await bob.actor()).toMatchObject({ verified: false })
    expect(await invites.accept(token, bob.userId)).toMatchObject({
      redirect: 'inbox',
      message: 'You are now a member of Rocket Labs.',
    })
    expect(await bob.actor()).toMatchObject({ verified: true, operator: false })
    expect(await accounts.getProfile(bob.userId)).toMatchObject({
      email_verified_at: expect.any(String),
      email_vouched: true,
      operator: false,
    })
    expect((await accounts.logIn(bob, client, null)).emailVerifiedAt).not.toBeNull()
    const seen = (await members()).map(({ name, vouched }) => [name, vouched])
    expect(seen).toEqual([
      ['ann', false],
      ['bob', true],
    ])
    // What else asks for a proven address, as forwarding rules do, gets none.
    const { email_verified_at } = await db.sql
      .selectFrom('users')
      .where('id', '=', bob.userId)
      .select('email_verified_at')
      .executeTakeFirstOrThrow()
    expect(email_verified_at).toBeNull()
  })

  test('opens no other invitation of the address, and no other team, until the address is proven', async () => {
    const { accounts, teams, invites, invite, signUp, person, team, printed } = await setUp()
    const eve = await person('eve')
    const second = requestBy(eve, await team(eve), 'manage_invites')
    const other = await invite('bob@example.com', second)
    // The person it is meant for has followed the link of the other team, without an account.
    await invites.accept(other.token, null)
    const bob = await signUp('bob')
    // The link of the other invitation may be printed behind it.
    const isVerification = /\/verify-email\/([\w-]{43})/
    const [, verification = ''] =
      isVerification.exec(printed.findLast((text) => isVerification.test(text)) ?? '') ?? []
    const { token } = await invite('bob@example.com')
    await invites.accept(token, bob.userId)
    await accounts.logIn(bob, client, null)
    const teamsOf = async () => (await teams.listFor(bob.userId)).map(({ id }) => id)
    expect(await teamsOf()).not.toContain(second.teamId)
    await accounts.verifyEmail(verification, bob)
    expect(await teamsOf()).toContain(second.teamId)
    expect(await accounts.getProfile(bob.userId)).toMatchObject({ email_vouched: false })
  })

  test('admits its member for as long as the membership lasts', async () => {
    const { teams, accounts, invites, owner, invite, signUp } = await setUp()
    const bob = await signUp('bob')
    const { token } = await invite('bob@example.com')
    await invites.accept(token, bob.userId)
    await teams.removeMember({ ...owner, action: 'remove_members' }, bob.userId)
    expect(await bob.actor()).toMatchObject({ verified: false })
    expect((await accounts.getProfile(bob.userId)).email_verified_at).toBeNull()
    await expect(invites.accept(token, bob.userId)).rejects.toMatchObject({ code: 'gone' })
  })

  test('proves nothing to another account, nor to a browser that is not signed in', async () => {
    const { accounts, invites, invite, signUp, members } = await setUp()
    const [bob, eve] = [await signUp('bob'), await signUp('eve')]
    const { token } = await invite('bob@example.com')
    for (const caller of [null, eve.userId]) {
      expect(await invites.accept(token, caller)).toMatchObject({ redirect: 'login' })
    }
    await accounts.logIn(bob, client, null)
    expect(await bob.actor()).toMatchObject({ verified: false })
    expect(await members()).toHaveLength(1)
  })

  test('is the same until the invitation is sent again, which makes it void', async () => {
    const { invites, owner, link, invite, clock } = await setUp()
    const { id, token } = await invite('bob@example.com')
    expect(await link(id)).toBe(token)
    await invites.resend(owner, id)
    expect(await invites.list(owner)).toMatchObject([{ link_copied_at: null }])
    await expect(invites.accept(token, null)).rejects.toMatchObject({ code: 'gone' })
    expect(await link(id)).not.toBe(token)
    clock.time += 7 * day
    await expect(link(id)).rejects.toMatchObject({ code: 'conflict', message: /has expired/ })
  })

  test('is for an owner with a proven address, where no relay carries mail', async () => {
    const { teams, invites, ann, owner, invite, signUp, person } = await setUp()
    const bob = await signUp('bob')
    const { id, token } = await invite('bob@example.com')
    await invites.accept(token, bob.userId)
    const own = await teams.create(bob.userId, 'Moon Labs')
    const byBob = { ...owner, teamId: own.id, actor: { ...ann, userId: bob.userId } }
    const { id: second } = await invites.create(byBob, 'carol@example.com')
    await expect(invites.copyLink(byBob, second)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Verify your own email address first.',
    })
    await expect(invites.copyLink(owner, id)).rejects.toMatchObject({ code: 'not_found' })
    const stranger = requestBy(await person('eve'), owner.teamId, 'manage_invites')
    await expect(invites.copyLink(stranger, id)).rejects.toMatchObject({ code: 'not_found' })

    const relayed = await setUp({ hasRelay: true })
    const { id: mailed } = await relayed.invites.create(relayed.owner, 'bob@example.com')
    await expect(relayed.invites.copyLink(relayed.owner, mailed)).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})
