import { expect, test } from 'vitest'
import { accountsOn, signIn, testClient as client } from '../../../../test/support/accounts-on.ts'
import { describeAlike } from '../../../../test/support/databases.ts'

const hour = 60 * 60_000
const ann = { name: 'Ann', email: 'ann@example.com', password: 'correct horse' }
const fresh = 'battery staple'

describeAlike('passwords', (openDatabase) => {
  async function setUp() {
    const parts = accountsOn(await openDatabase())
    await parts.accounts.register(ann, client.address)
    return parts
  }

  async function withResetLink() {
    const parts = await setUp()
    await parts.accounts.requestPasswordReset('ANN@example.com', client)
    return { ...parts, token: parts.lastToken('reset-password') }
  }

  test('who knows the old password sets a new one, and is signed out everywhere else', async () => {
    const { accounts, emitted, printed } = await setUp()
    const here = await signIn(accounts, ann)
    const there = await signIn(accounts, ann)
    await accounts.changePassword(here, { current_password: ann.password, password: fresh })
    expect(await accounts.findSession(here.token)).not.toBeNull()
    expect(await accounts.findSession(there.token)).toBeNull()
    expect(emitted).toEqual([{ sessionId: there.sessionId, userId: there.userId }])
    expect(printed.at(-1)).toMatch(/Your password was changed, for ann@example\.com/)
    await expect(signIn(accounts, ann)).rejects.toMatchObject({ code: 'invalid' })
    await signIn(accounts, { ...ann, password: fresh })
  })

  test('API tokens outlive a new password, which is said, unless they are revoked with it', async () => {
    const { accounts, tokens, db, lastToken } = await setUp()
    const here = await signIn(accounts, ann)
    const team = await db.sql.selectFrom('teams').select('id').executeTakeFirstOrThrow()
    const made = ['One', 'Two', 'Expired'].map((name) => ({
      team_id: team.id,
      name,
      hash: name,
      hint: name,
      scopes: '[]',
      created_by: here.userId,
      created_at: 0,
      expires_at: name === 'Expired' ? 1 : null,
    }))
    await db.sql.insertInto('api_tokens').values(made).execute()
    const living = () => db.transaction((tx) => tokens.countMadeBy(tx, here.userId))

    const passwords = { current_password: ann.password, password: fresh }
    expect(await accounts.changePassword(here, passwords)).toEqual({ tokens: 2, revoked: false })
    expect(await living()).toBe(2)
    await accounts.requestPasswordReset(ann.email, client)
    const body = { token: lastToken('reset-password'), email: ann.email, password: fresh }
    const reset = await accounts.resetPassword({ ...body, revoke_tokens: true }, client)
    expect(reset).toMatchObject({ tokens: 2, revoked: true })
    expect(await living()).toBe(0)
  })

  test('a wrong old password changes nothing, and cannot be guessed for long', async () => {
    const { accounts, clock, printed } = await setUp()
    const caller = await signIn(accounts, ann)
    const mails = printed.length
    const change = (current_password: string) =>
      accounts.changePassword(caller, { current_password, password: fresh })
    for (let guess = 0; guess < 10; guess++) {
      await expect(change('wrong')).rejects.toMatchObject({
        code: 'invalid',
        errors: { current_password: ['The password is incorrect.'] },
      })
    }
    await expect(change(ann.password)).rejects.toMatchObject({ code: 'rate_limited' })
    await signIn(accounts, ann)
    expect(printed).toHaveLength(mails)
    clock.time += 10 * 60_000
    await change(ann.password)
  })

  test('guesses count for the user in every session, and prevent no log in', async () => {
    const { accounts } = await setUp()
    const stolen = await signIn(accounts, ann)
    const another = await signIn(accounts, ann)
    const attempts = [
      () => accounts.deleteAccount(stolen, 'wrong'),
      () => accounts.changePassword(another, { current_password: 'wrong', password: fresh }),
      () =>
        accounts.updateProfile(stolen, {
          name: 'Eve',
          email: 'eve@example.com',
          password: 'wrong',
        }),
    ]
    for (let guess = 0; guess < 10; guess++) {
      await expect(attempts[guess % 3]?.()).rejects.toMatchObject({ code: 'invalid' })
    }
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({ code: 'rate_limited' })
    }
    const owner = await signIn(accounts, ann)
    const right = { current_password: ann.password, password: fresh }
    await expect(accounts.changePassword(owner, right)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 600,
    })
    await accounts.endOtherSessions(owner)
    expect(await accounts.findSession(stolen.token)).toBeNull()
  })

  test('a mailed link sets a new password, ends every session and works once', async () => {
    const { accounts, token } = await withResetLink()
    const caller = await signIn(accounts, ann)
    const body = { token, email: 'Ann@Example.com', password: fresh }
    await accounts.resetPassword(body, client)
    expect(await accounts.findSession(caller.token)).toBeNull()
    await signIn(accounts, { ...ann, password: fresh })
    const again = accounts.resetPassword({ ...body, password: 'third one' }, client)
    await expect(again).rejects.toMatchObject({
      code: 'invalid',
      errors: { email: ['This password reset link is no longer valid.'] },
    })
  })

  test('who tries wrong links is limited, and keeps nobody behind the same address from a right one', async () => {
    const { accounts, token } = await withResetLink()
    const reset = (tried: string) =>
      accounts.resetPassword({ token: tried, email: ann.email, password: fresh }, client)
    for (let time = 0; time < 30; time++) {
      await expect(reset('wrong')).rejects.toMatchObject({ code: 'invalid' })
    }
    await expect(reset('wrong')).rejects.toMatchObject({ code: 'rate_limited' })
    await reset(token)
    await signIn(accounts, { ...ann, password: fresh })
  })

  test('of two who use one link at once, one succeeds', async () => {
    const { accounts, token } = await withResetLink()
    const reset = (password: string) =>
      accounts.resetPassword({ token, email: ann.email, password }, client)
    const outcomes = await Promise.allSettled([reset('the first'), reset('the second')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('a link for another address, too old, unknown or of the other kind resets nothing', async () => {
    const { accounts, clock, token } = await withResetLink()
    const caller = await signIn(accounts, ann)
    const { userId } = caller
    const attempt = (changes: object) =>
      accounts.resetPassword({ token, email: ann.email, password: fresh, ...changes }, client)
    await expect(attempt({ email: 'eve@example.com' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(attempt({ token: 'unknown' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(accounts.verifyEmail(token, caller)).rejects.toMatchObject({ code: 'gone' })
    clock.time += hour
    await expect(attempt({})).rejects.toMatchObject({ code: 'invalid' })
    expect(await accounts.getProfile(userId)).toMatchObject({ email: ann.email })
    await signIn(accounts, ann)
  })

  test('a password changed meanwhile makes the link void', async () => {
    const { accounts, token } = await withResetLink()
    const caller = await signIn(accounts, ann)
    await accounts.changePassword(caller, { current_password: ann.password, password: fresh })
    const reset = accounts.resetPassword(
      { token, email: ann.email, password: 'by a thief' },
      client,
    )
    await expect(reset).rejects.toMatchObject({ code: 'invalid' })
  })

  test('asking for an unknown address looks the same and mails nobody', async () => {
    const { accounts, printed } = await setUp()
    const mails = printed.length
    const asked = accounts.requestPasswordReset('eve@example.com', client)
    await expect(asked).resolves.toBeUndefined()
    expect(printed).toHaveLength(mails)
  })

  test('nobody’s mailbox is flooded with links', async () => {
    const { accounts, printed } = await setUp()
    const mails = printed.length
    for (let time = 0; time < 8; time++) {
      await accounts.requestPasswordReset(ann.email, { address: `192.0.2.${time}` })
    }
    expect(printed).toHaveLength(mails + 5)
  })
})
