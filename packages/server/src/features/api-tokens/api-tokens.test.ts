import type { TokenScope } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { requestBy } from '../../../test/support/actors.ts'
import { describeAlike } from '../../../test/support/databases.ts'
import { teamsOn } from '../../../test/support/teams-on.ts'
import type { TokenActor, UserActor } from '../../actor.ts'
import { newToken } from './token-form.ts'

const client = { address: '192.0.2.7', userAgent: 'ci/1' }
const dayMs = 24 * 60 * 60_000
const expired = (day: string) => ({
  code: 'bad_token',
  message: `This token expired on ${day}. Make one under Integrations › API tokens.`,
})
const unknown = {
  code: 'bad_token',
  message: 'This token is unknown or was revoked. Make one under Integrations › API tokens.',
}

type Wanted = { days?: number | null; scopes?: TokenScope[]; name?: string }

describeAlike('API tokens', (openDatabase) => {
  async function setUp() {
    const parts = teamsOn(await openDatabase())
    const { tokens, tokenManagement, teams, db, person, team } = parts
    const [ann, bob] = [await person('ann'), await person('bob')]
    const teamId = await team(ann, bob)
    const by = (actor: UserActor, id = teamId) => requestBy(actor, id, 'manage_tokens')
    const create = (
      actor: UserActor = ann,
      { days = 365, scopes = ['mail:read'], name = 'CI' }: Wanted = {},
    ) => tokenManagement.create(by(actor), { name, scopes, expires_in_days: days })
    const list = () => tokenManagement.list(by(ann))
    const check = (token: string) => tokens.check(token, client)
    const permit = (
      actor: TokenActor,
      action: 'read_mail' | 'delete_mail' | 'rename',
      id = teamId,
    ) => teams.permit(db.sql, { actor, action, teamId: id })
    return { ...parts, ann, bob, teamId, by, create, list, check, permit }
  }

  test('are shown once, listed without their secret, and find their team', async () => {
    const { db, ann, bob, teamId, create, list, check, tokenManagement } = await setUp()
    const { token, ...made } = await create(bob, { scopes: ['mail:read', 'mail:send'] })
    expect(made).toMatchObject({
      name: 'CI',
      hint: token.slice(4, 8),
      scopes: ['mail:read', 'mail:send'],
      created_by: { id: bob.userId, name: 'bob' },
      last_used_at: null,
    })
    expect(Date.parse(made.expires_at ?? '') - Date.parse(made.created_at)).toBe(365 * dayMs)
    const { token: second } = await create(ann, { days: null, name: 'Laptop' })
    expect((await list()).map(({ name, expires_at }) => [name, expires_at === null])).toEqual([
      ['Laptop', true],
      ['CI', false],
    ])
    const rows = JSON.stringify(await db.sql.selectFrom('api_tokens').selectAll().execute())
    expect(rows).not.toContain(token.slice(8))
    const actor = await check(token)
    expect(actor).toMatchObject({
      kind: 'token',
      tokenId: made.id,
      teamId,
      createdBy: bob.userId,
      answeredBy: bob.userId,
    })
    expect(await tokenManagement.own(actor)).toEqual({
      name: 'CI',
      scopes: ['mail:read', 'mail:send'],
      expires_at: made.expires_at,
      inbox: null,
      team: { id: teamId, name: 'Rocket Labs', code: expect.stringMatching(/^[a-z0-9]{8}$/) },
    })
    expect((await check(second)).expiresAt).toBeNull()
  })

  test('that nobody has are refused: garbled ones without the store, others a hundred times', async () => {
    const { db, check, clock } = await setUp()
    const asked = async () => (await db.sql.selectFrom('attempts').selectAll().execute()).length
    const before = await asked()
    for (const token of ['mst_', 'mst_x', `${newToken()}x`, newToken().slice(0, -1)]) {
      await expect(check(token)).rejects.toMatchObject(unknown)
    }
    expect(await asked()).toBe(before)
    for (let tries = 0; tries < 100; tries += 1) {
      await expect(check(newToken())).rejects.toMatchObject(unknown)
    }
    const limited = { code: 'rate_limited', retryAfter: 3_600 }
    await expect(check(newToken())).rejects.toMatchObject(limited)
    clock.time += 60 * 60_000
    await expect(check(newToken())).rejects.toMatchObject(unknown)
  })

  test('of others work on where somebody guesses', async () => {
    const { create, check } = await setUp()
    const { token } = await create()
    for (let tries = 0; tries < 101; tries += 1) await check(newToken()).catch(() => {})
    expect(await check(token)).toMatchObject({ kind: 'token' })
  })

  test('end when they are revoked, also one that was just used', async () => {
    const { ann, teamId, by, create, list, check, permit, emitted, tokenManagement } = await setUp()
    const { token, id } = await create()
    const actor = await check(token)
    emitted.length = 0
    await tokenManagement.revoke(by(ann), id)
    const outdated = { teamId, userId: ann.userId, part: 'tokens' }
    expect(emitted).toEqual([
      ['tokenEnded', { tokenId: id, teamId }],
      ['teamOutdated', outdated],
    ])
    await expect(check(token)).rejects.toMatchObject(unknown)
    await expect(permit(actor, 'read_mail')).rejects.toMatchObject(unknown)
    await expect(tokenManagement.own(actor)).rejects.toMatchObject(unknown)
    expect(await list()).toEqual([])
    const again = tokenManagement.revoke(by(ann), id)
    await expect(again).rejects.toMatchObject({ code: 'not_found' })
  })

  test('end by themselves on their day, and stay in the list', async () => {
    const { create, list, check, clock } = await setUp()
    const { token, expires_at } = await create(undefined, { days: 30 })
    clock.time += 30 * dayMs - 1
    expect(await check(token)).toMatchObject({ kind: 'token' })
    clock.time += 1
    await expect(check(token)).rejects.toMatchObject(expired(String(expires_at).slice(0, 10)))
    expect(await list()).toHaveLength(1)
  })

  test('are forgotten a quarter of a year after their end', async () => {
    const { db, ann, by, create, clock, tokens, tokenManagement } = await setUp()
    const names = async () =>
      (await db.sql.selectFrom('api_tokens').select('name').orderBy('id').execute()).map(
        ({ name }) => name,
      )
    await create(ann, { days: null, name: 'living' })
    await create(ann, { days: 30, name: 'expired' })
    await tokenManagement.revoke(by(ann), (await create(ann, { name: 'revoked' })).id)
    clock.time += 90 * dayMs
    await tokens.removeOld()
    expect(await names()).toEqual(['living', 'expired', 'revoked'])
    clock.time += 1
    await tokens.removeOld()
    expect(await names()).toEqual(['living', 'expired'])
    clock.time += 30 * dayMs
    await tokens.removeOld()
    expect(await names()).toEqual(['living'])
  })

  test('are written as used once a minute, with the client of that request', async () => {
    const { create, list, check, clock, tokens } = await setUp()
    const { token } = await create()
    const uses = async () => {
      await tokens.idle()
      return (await list()).map(({ last_used_at, last_used_address, last_used_agent }) => [
        Date.parse(last_used_at ?? '') - start,
        last_used_address,
        last_used_agent,
      ])
    }
    const start = clock.time
    await check(token)
    clock.time += 59_999
    await check(token)
    expect(await uses()).toEqual([[0, '192.0.2.7', 'ci/1']])
    clock.time += 1
    await tokens.check(token, { address: '192.0.2.8', userAgent: 'x'.repeat(500) })
    expect(await uses()).toEqual([[60_000, '192.0.2.8', 'x'.repeat(200)]])
  })

  test('make two hundred requests a second, and a thousand at once', async () => {
    const { create, check, clock } = await setUp()
    const [one, other] = [await create(), await create()]
    const pass = async (token: string) => {
      for (let passed = 0; ; passed += 1) {
        const refusal = await check(token).then(
          () => null,
          (error: unknown) => error,
        )
        if (refusal === null) continue
        expect(refusal).toMatchObject({ code: 'rate_limited', retryAfter: 1 })
        return passed
      }
    }
    expect(await pass(one.token)).toBe(1_000)
    clock.time += 1_000
    expect(await pass(one.token)).toBe(200)
    expect(await pass(other.token)).toBe(1_000)
  })

  test('are fifty in a team at most, those that have ended not counted', async () => {
    const { ann, by, create, clock, tokenManagement } = await setUp()
    const ids = []
    for (let made = 0; made < 49; made += 1) ids.push((await create()).id)
    await create(ann, { days: 30 })
    const full = { code: 'conflict', message: expect.stringContaining('at most 50 tokens') }
    await expect(create()).rejects.toMatchObject(full)
    await tokenManagement.revoke(by(ann), ids[0] ?? 0)
    const both = await Promise.allSettled([create(), create()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    clock.time += 30 * dayMs
    await create()
  })

  test('of a member end with the membership when that is asked for', async () => {
    const { ann, bob, teamId, create, check, teams } = await setUp()
    const [ofAnn, ofBob] = [await create(ann), await create(bob)]
    const remove = requestBy(ann, teamId, 'remove_members')
    await teams.removeMember(remove, bob.userId, { revoke: true })
    await expect(check(ofBob.token)).rejects.toMatchObject(unknown)
    expect(await check(ofAnn.token)).toMatchObject({ kind: 'token' })
  })

  test('of a member stay when that is asked for, and end with leaving', async () => {
    const { ann, bob, teamId, person, create, check, teams, db } = await setUp()
    const eve = await person('eve')
    await db.transaction((...work) =>
      teams.join(work, { userId: eve.userId, teamId }, () => Promise.resolve(true)),
    )
    const [ofBob, ofEve] = [await create(bob), await create(eve)]
    await teams.removeMember(requestBy(ann, teamId, 'remove_members'), bob.userId)
    // Who is gone answers for nothing there.
    const [createdBy, answeredBy] = [bob.userId, ann.userId]
    expect(await check(ofBob.token)).toMatchObject({ createdBy, answeredBy })
    await teams.leave(requestBy(eve, teamId, 'leave'), { revoke: true })
    await expect(check(ofEve.token)).rejects.toMatchObject(unknown)
  })

  test('answer for nobody once the account that made them is disabled or gone', async () => {
    const { ann, bob, create, check, db, clock, list } = await setUp()
    const { token } = await create(bob)
    const users = () => db.sql.updateTable('users').where('id', '=', bob.userId)
    const creator = async () => {
      clock.time += 3_000
      return (await check(token)).createdBy
    }
    expect(await creator()).toBe(bob.userId)
    await users().set({ disabled_at: 1 }).execute()
    expect(await creator()).toBeNull()
    expect(await list()).toMatchObject([{ created_by: { name: 'bob' } }])
    await users().set({ disabled_at: null, deleted_at: 1 }).execute()
    expect(await creator()).toBeNull()
    expect(await list()).toMatchObject([{ created_by: null }])
    expect(await check(token)).toMatchObject({ answeredBy: ann.userId })
  })

  test('end with their team', async () => {
    const { teamId, create, check, db, teams, emitted } = await setUp()
    const { token, id } = await create()
    await check(token)
    await db.transaction((...work) => teams.endHeld(work, teamId))
    expect(emitted).toContainEqual(['tokenEnded', { tokenId: id, teamId }])
    await expect(check(token)).rejects.toMatchObject(unknown)
  })

  test('that end call back what still waits with them', async () => {
    const { ann, by, create, check, tokens, events, tokenManagement, db, clock } = await setUp()
    const ended: string[] = []
    const wait = async (name: string, days: number | null = null) => {
      const made = await create(ann, { name, days })
      const stop = tokens.whenEnded(await check(made.token), () => ended.push(name))
      return { ...made, stop }
    }
    const [revoked, stopped, missed, expiring] = [
      await wait('revoked'),
      await wait('stopped'),
      await wait('missed'),
      await wait('expiring', 30),
    ]
    await wait('living')
    stopped.stop()
    await tokenManagement.revoke(by(ann), revoked.id)
    await tokenManagement.revoke(by(ann), stopped.id)
    expect(ended).toEqual(['revoked'])

    // Another process ended it, and its event was lost.
    await db.sql
      .updateTable('api_tokens')
      .set({ revoked_at: 1 })
      .where('id', '=', missed.id)
      .execute()
    events.emit('eventsMissed', { since: clock.time })
    await expect.poll(() => ended).toEqual(['revoked', 'missed'])

    clock.time += 30 * dayMs - 5
    const actor = { tokenId: expiring.id, expiresAt: Date.parse(expiring.expires_at ?? '') }
    tokens.whenEnded(actor, () => ended.push('expired'))
    await expect.poll(() => ended).toEqual(['revoked', 'missed', 'expired'])
  })
})
