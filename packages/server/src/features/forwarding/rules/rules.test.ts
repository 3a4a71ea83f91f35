import { limits } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { describeAlike } from '../../../../test/support/databases.ts'
import { forwardingOn } from '../../../../test/support/forwarding-on.ts'
import { insertTeam, newInbox } from '../../../../test/support/store-rows.ts'
import { requestsPerHour } from './rule-approval.ts'

const any = { from: null, to: null, subject: null }
const stranger = { name: 'To me', email: 'me@elsewhere.test', rules: any }
const member = { name: 'To Ann', email: 'Ann@Example.com', rules: any }
const hour = 60 * 60_000
const gone = { code: 'gone' }
const conflict = { code: 'conflict' }

describeAlike('forwarding rules', (open) => {
  const setUp = async () => forwardingOn(await open())

  test('to a verified member are enabled at once, without an email', async () => {
    const { rules, asker, printed, emitted, lastToken } = await setUp()
    const rule = await rules.create(asker, { ...member, rules: { ...any, subject: 'a*' } })
    expect(rule).toEqual({
      id: expect.any(Number),
      name: 'To Ann',
      email: 'Ann@Example.com',
      status: 'enabled',
      rules: { from: null, to: null, subject: 'a*' },
      created_at: '2026-01-02T03:04:05.000Z',
      withdrawn_at: null,
      inbox: null,
    })
    expect(await rules.list(asker)).toEqual([rule])
    expect(emitted).toEqual([{ userId: asker.actor.userId, teamId: asker.teamId, part: 'rules' }])
    expect([await lastToken(), printed]).toEqual(['', []])
  })

  test('to a member whose address is not verified wait, as to anybody else', async () => {
    const { rules, asker, db } = await setUp()
    await db.sql.updateTable('users').set({ email_verified_at: null }).execute()
    expect(await rules.create(asker, member)).toMatchObject({ status: 'pending_verification' })
  })

  test('to anybody else wait until the link in an email is followed, which works once', async () => {
    const { rules, asker, printed, lastToken, db } = await setUp()
    const rule = await rules.create(asker, stranger)
    expect(rule.status).toBe('pending_verification')
    const token = await lastToken()
    expect(printed).toEqual([
      `Confirm that mail may be forwarded to you, for me@elsewhere.test:\n  http://localhost:8025/forwarding-verification?token=${token}`,
    ])
    const stored = JSON.stringify(await db.sql.selectFrom('forwarding_rules').selectAll().execute())
    expect(stored).not.toContain(token)
    await expect(rules.confirm(`${token}x`)).rejects.toMatchObject(gone)
    expect(await rules.confirm(token)).toBe('Forwarding address verified successfully')
    expect(await rules.list(asker)).toMatchObject([{ status: 'enabled' }])
    await expect(rules.confirm(token)).rejects.toMatchObject(gone)
  })

  test('have a link that two can follow at once and one of them follows', async () => {
    const { rules, asker, lastToken } = await setUp()
    await rules.create(asker, stranger)
    const token = await lastToken()
    const ends = await Promise.allSettled([1, 2, 3].map(() => rules.confirm(token)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('have a link that is good for a day', async () => {
    const { rules, asker, clock, lastToken } = await setUp()
    const { id } = await rules.create(asker, stranger)
    const first = await lastToken()
    clock.time += 24 * hour
    await expect(rules.confirm(first)).rejects.toMatchObject(gone)
    await rules.resend(asker, id)
    const second = await lastToken()
    clock.time += 24 * hour - 1
    await rules.confirm(second)
    await expect(rules.resend(asker, id)).rejects.toMatchObject(conflict)
  })

  test('have one link at a time, for the address they have', async () => {
    const { rules, asker, lastToken } = await setUp()
    const { id } = await rules.create(asker, stranger)
    const first = await lastToken()
    await rules.resend(asker, id)
    const second = await lastToken()
    await expect(rules.confirm(first)).rejects.toMatchObject(gone)
    await rules.update(asker, id, { email: 'other@elsewhere.test' })
    await expect(rules.confirm(second)).rejects.toMatchObject(gone)
    await rules.confirm(await lastToken())
    expect(await rules.list(asker)).toMatchObject([
      { email: 'other@elsewhere.test', status: 'enabled' },
    ])
  })

  test('wait again when their address changes, but not when only its spelling does', async () => {
    const { rules, asker, lastToken } = await setUp()
    const { id } = await rules.create(asker, stranger)
    await rules.confirm(await lastToken())
    const same = await rules.update(asker, id, { name: 'New', email: 'ME@elsewhere.test' })
    expect(same).toMatchObject({ name: 'New', email: 'ME@elsewhere.test', status: 'enabled' })
    const other = await rules.update(asker, id, { email: 'you@elsewhere.test' })
    expect(other.status).toBe('pending_verification')
    // The consent of an address does not outlast its being another for a while.
    const back = await rules.update(asker, id, { email: stranger.email })
    expect(back.status).toBe('pending_verification')
    expect(await rules.update(asker, id, { email: member.email })).toMatchObject({
      status: 'enabled',
    })
  })

  test('that wait cannot be enabled or disabled by their owner', async () => {
    const { rules, asker } = await setUp()
    const { id } = await rules.create(asker, stranger)
    for (const status of ['enabled', 'disabled'] as const) {
      await expect(rules.update(asker, id, { status })).rejects.toMatchObject(conflict)
      const change = { status, email: member.email }
      await expect(rules.update(asker, id, change)).rejects.toMatchObject(conflict)
    }
    expect(await rules.list(asker)).toMatchObject([{ status: 'pending_verification' }])
  })

  test('are disabled and enabled without asking again', async () => {
    const { rules, asker, printed, lastToken } = await setUp()
    const { id } = await rules.create(asker, stranger)
    await rules.confirm(await lastToken())
    const emails = printed.length
    expect(await rules.update(asker, id, { status: 'disabled' })).toMatchObject({
      status: 'disabled',
    })
    const renamed = await rules.update(asker, id, { name: 'Still off' })
    expect(renamed.status).toBe('disabled')
    const on = await rules.update(asker, id, { status: 'enabled' })
    expect(on).toMatchObject({ status: 'enabled', name: 'Still off' })
    await lastToken()
    expect(printed).toHaveLength(emails)
  })

  test('wait once their member is gone, or has another address', async () => {
    const { rules, asker, db, lastToken } = await setUp()
    const { id } = await rules.create(asker, member)
    const off = await rules.create(asker, member)
    await rules.update(asker, off.id, { status: 'disabled' })
    await db.sql.deleteFrom('team_members').execute()
    expect(await rules.list(asker)).toMatchObject([
      { status: 'pending_verification' },
      { status: 'disabled' },
    ])
    await rules.resend(asker, id)
    await rules.confirm(await lastToken())
    // To enable it is to ask the address.
    expect(await rules.update(asker, off.id, { status: 'enabled' })).toMatchObject({
      status: 'pending_verification',
    })
    await rules.confirm(await lastToken())
    expect(await rules.list(asker)).toMatchObject([{ status: 'enabled' }, { status: 'enabled' }])
  })

  test('keep the patterns they are given until they are given others', async () => {
    const { rules, asker } = await setUp()
    const { id } = await rules.create(asker, { ...member, rules: { ...any, from: '*@a.test' } })
    expect(await rules.update(asker, id, { name: 'x' })).toMatchObject({
      rules: { from: '*@a.test' },
    })
    const changed = await rules.update(asker, id, { rules: { ...any, to: 'b*' } })
    expect(changed.rules).toEqual({ from: null, to: 'b*', subject: null })
  })

  test('cannot be made without a relay, which is said, and those there are can be kept', async () => {
    const db = await open()
    const { rules, asker } = await forwardingOn(db, { mailUrl: null })
    const refused = { ...conflict, message: expect.stringMatching(/has to set MAIL_URL/) }
    await expect(rules.create(asker, member)).rejects.toMatchObject(refused)
    expect(await rules.list(asker)).toEqual([])
  })

  test.each(['no-reply@MAIL.example.com', 'anybody@inbox.example.com'])(
    'cannot forward to the server itself: %s',
    async (email) => {
      const { rules, asker } = await setUp()
      const refused = { code: 'invalid', errors: { email: [expect.stringMatching(/loop/)] } }
      await expect(rules.create(asker, { ...member, email })).rejects.toMatchObject(refused)
      const { id } = await rules.create(asker, member)
      await expect(rules.update(asker, id, { email })).rejects.toMatchObject(refused)
    },
  )

  test('send strangers a bounded number of emails', async () => {
    const { rules, asker, clock, printed, lastToken } = await setUp()
    const { id } = await rules.create(asker, stranger)
    for (let request = 1; request < requestsPerHour.address; request += 1) {
      await rules.resend(asker, id)
    }
    const limited = { code: 'rate_limited' }
    await expect(rules.resend(asker, id)).rejects.toMatchObject(limited)
    await expect(rules.create(asker, stranger)).rejects.toMatchObject(limited)
    const other = rules.update(asker, id, { email: 'other@elsewhere.test' })
    expect(await other).toMatchObject({ status: 'pending_verification' })
    await lastToken()
    expect(printed).toHaveLength(requestsPerHour.address + 1)
    clock.time += hour
    await rules.create(asker, stranger)
  })

  test('send strangers no more emails by way of another team', async () => {
    const { rules, asker, db, clock } = await setUp()
    const { teamId } = await insertTeam(db, 'bob')
    const membership = { team_id: teamId, user_id: asker.actor.userId, role: 'member' as const }
    await db.sql
      .insertInto('team_members')
      .values({ ...membership, created_at: 1 })
      .execute()
    const askers = [asker, { ...asker, teamId }]
    const ask = (request: number) =>
      rules.create(askers[request % 2] ?? asker, {
        ...stranger,
        email: `me${request}@elsewhere.test`,
      })
    for (let request = 0; request < requestsPerHour.user; request += 1) await ask(request)
    await expect(ask(requestsPerHour.user)).rejects.toMatchObject({ code: 'rate_limited' })
    clock.time += hour
    await ask(requestsPerHour.user)
  })

  test('may be of one inbox of the team, and of all again', async () => {
    const { rules, asker, db } = await setUp()
    await expect(rules.create(asker, { ...member, inbox: 2 })).rejects.toMatchObject({
      errors: { inbox: ['This team has no such inbox'] },
    })
    const shop = { ...newInbox(asker.teamId, 'shop'), id: 2, name: 'Shop', name_key: 'shop' }
    await db.sql.insertInto('inboxes').values(shop).execute()
    const { id, inbox } = await rules.create(asker, { ...member, inbox: 2 })
    expect(inbox).toEqual({ id: 2, name: 'Shop' })
    expect((await rules.update(asker, id, { name: 'Renamed' })).inbox).toEqual(inbox)
    expect((await rules.update(asker, id, { inbox: null })).inbox).toBeNull()
  })

  test('are bounded in number', async () => {
    const { rules, asker } = await setUp()
    for (let made = 0; made < limits.rulesPerTeam; made += 1) await rules.create(asker, member)
    await expect(rules.create(asker, member)).rejects.toMatchObject({
      ...conflict,
      message: `A team can have at most ${limits.rulesPerTeam} forwarding rules.`,
    })
  })

  test('tell how many of the newest mails their patterns would have matched', async () => {
    const { rules, asker, receive, db } = await setUp()
    expect(await rules.matches(asker, any)).toEqual({ matched: 0, of: 0 })
    for (let mail = 0; mail < 3; mail += 1) await receive()
    const deleted = await receive()
    await db.sql.updateTable('mails').set({ trashed_at: 1 }).where('id', '=', deleted).execute()
    await receive('From: B@moon.test\r\nCc: team@moon.test\r\nSubject: Launch\r\n\r\n')
    const count = async (patterns: Partial<typeof any> | Record<string, string>) =>
      (await rules.matches(asker, { ...any, ...patterns })).matched
    expect(await rules.matches(asker, any)).toEqual({ matched: 4, of: 4 })
    expect(await count({ from: '*@ROCKET.test' })).toBe(3)
    expect(await count({ to: 'team@*' })).toBe(1)
    expect(await count({ to: 'you@customer.test' })).toBe(4)
    expect(await count({ to: 'you@customer.test', subject: 'launch' })).toBe(1)
    expect(await count({ subject: 'launc' })).toBe(0)
    const inOne = async (inbox: number) => (await rules.matches(asker, { ...any, inbox })).matched
    expect([await inOne(1), await inOne(2)]).toEqual([4, 0])
  })

  test('look at fewer of the newest mails where these have very many recipients', async () => {
    const { rules, asker, receive, db } = await setUp()
    for (let mail = 0; mail < 4; mail += 1) await receive()
    const keys = JSON.stringify(
      Array.from({ length: 1_000 }, (_, n) => `${'a'.repeat(200)}${n}@x.test`),
    )
    await db.sql.updateTable('mails').set({ recipient_keys: keys }).execute()
    expect(await rules.matches(asker, any)).toEqual({ matched: 1, of: 1 })
    await db.sql
      .updateTable('mails')
      .set({ recipient_keys: keys.repeat(2).replace('][', ',') })
      .execute()
    expect(await rules.matches(asker, any)).toEqual({ matched: 1, of: 1 })
  })
})
