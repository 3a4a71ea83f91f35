import { expect, test } from 'vitest'
import { accountsOn, testClient as client } from '../../../test/support/accounts-on.ts'
import { describeAlike } from '../../../test/support/databases.ts'
import type { UserActor } from '../../actor.ts'

const minute = 60_000
const hour = 60 * minute
const password = 'correct horse'
const oldAddress = 'ann@example.com'
const newAddress = 'lee@example.com'

describeAlike('moving to another address', (openDatabase) => {
  async function setUp() {
    const parts = accountsOn(await openDatabase())
    const { accounts, printed } = parts

    /** What is printed for who gets a mail while `act` goes on, in the order of their subjects. */
    async function newsOf(act: () => Promise<unknown>) {
      const before = printed.length
      await act()
      return printed.slice(before).toSorted()
    }
    const ask = (user: UserActor, email = newAddress, name = 'Ann') =>
      accounts.updateProfile(user, { name, email, password })
    /** Asks, and returns the token that is mailed. */
    async function askForToken(user: UserActor, email = newAddress) {
      const news = await newsOf(() => ask(user, email))
      return tokenIn(news.find((line) => line.includes('/verify-email/')))
    }
    return { ...parts, newsOf, ask, askForToken }
  }

  async function withAnn(isVerified = true) {
    const parts = await setUp()
    return { ...parts, ann: await parts.signUp('Ann', isVerified) }
  }

  test('asked for without the password, the link asks for it, and says where the account moves', async () => {
    const { accounts, ann, newsOf } = await withAnn()
    const asked = await newsOf(async () => {
      const changes = { name: 'Ann Lee', email: newAddress }
      expect(await accounts.updateProfile(ann, changes)).toMatchObject({
        name: 'Ann Lee',
        email: oldAddress,
        pending_email: newAddress,
      })
    })
    const again = await newsOf(() => accounts.resendVerification(ann.userId, client.address))
    expect(asked).toHaveLength(2)
    const token = tokenIn(again[0])
    for (const [given, error] of [
      [undefined, 'Enter your password to log in with lee@example.com from now on.'],
      ['wrong', 'The password is incorrect.'],
    ] as const) {
      await expect(accounts.verifyEmail(token, ann, given)).rejects.toMatchObject({
        code: 'invalid',
        errors: { password: [error] },
      })
    }
    expect((await accounts.getProfile(ann.userId)).email).toBe(oldAddress)
    await accounts.verifyEmail(token, ann, password)
    expect((await accounts.getProfile(ann.userId)).email).toBe(newAddress)
  })

  test('the old address stays, verified, until the new one is confirmed; it gets an email both times', async () => {
    const { accounts, ann, ask, newsOf } = await withAnn()
    const asked = await newsOf(() => ask(ann, newAddress, 'Ann Lee'))
    expect(asked).toEqual([
      expect.stringMatching(/^A new email address was requested, for ann@example\.com:/),
      expect.stringMatching(/^Confirm your new email address, for lee@example\.com:/),
    ])
    expect(await accounts.getProfile(ann.userId)).toMatchObject({
      name: 'Ann Lee',
      email: oldAddress,
      pending_email: newAddress,
      email_verified_at: expect.any(String),
    })
    expect(await accounts.findSession(ann.sessionToken)).toMatchObject({ verified: true })
    await accounts.logIn({ email: oldAddress, password }, client, null)
    const early = accounts.logIn({ email: newAddress, password }, client, null)
    await expect(early).rejects.toMatchObject({ code: 'invalid' })

    const moved = await newsOf(async () => {
      expect(await accounts.verifyEmail(tokenIn(asked[1]), ann)).toBe(
        'Email address verified successfully. From now on you log in with lee@example.com.',
      )
    })
    expect(moved).toEqual([
      expect.stringMatching(/^Your email address was changed, for ann@example\.com:/),
    ])
    expect(await accounts.getProfile(ann.userId)).toMatchObject({
      email: newAddress,
      pending_email: null,
    })
    expect(await accounts.findSession(ann.sessionToken)).toMatchObject({ verified: true })
    await accounts.logIn({ email: newAddress, password }, client, null)
    const late = accounts.logIn({ email: oldAddress, password }, client, null)
    await expect(late).rejects.toMatchObject({ code: 'invalid' })
    expect(await accounts.verifyEmail(tokenIn(asked[1]), null)).toMatch(/already verified/)
    await expect(accounts.verifyEmail(ann.verification, ann)).rejects.toMatchObject({
      code: 'gone',
    })
  })

  test('an unverified user corrects a mistyped address, which gets no email', async () => {
    const { accounts, ann, ask, newsOf } = await withAnn(false)
    const asked = await newsOf(() => ask(ann))
    expect(asked).toEqual([
      expect.stringMatching(/^Confirm your new email address, for lee@example\.com:/),
    ])
    await expect(accounts.verifyEmail(ann.verification, ann)).rejects.toMatchObject({
      code: 'gone',
    })
    expect(await accounts.findSession(ann.sessionToken)).toMatchObject({ verified: false })
    const moved = await newsOf(() => accounts.verifyEmail(tokenIn(asked[0]), ann))
    expect(moved).toEqual([])
    expect(await accounts.findSession(ann.sessionToken)).toMatchObject({ verified: true })
    expect(await accounts.getProfile(ann.userId)).toMatchObject({ email: newAddress })
  })

  test.each([true, false])(
    'an address that is taken answers as a free one does, and its holder gets an email (verified: %s)',
    async (isVerified) => {
      const { db, accounts, ann, signUp, ask, newsOf } = await withAnn(isVerified)
      await signUp('Bob')
      const tokens = () => db.sql.selectFrom('account_tokens').selectAll().execute()
      const free = await ask(ann, 'lee@example.com')
      const freeTokens = await tokens()
      let taken: typeof free | undefined
      const news = await newsOf(async () => (taken = await ask(ann, 'bob@example.com')))
      expect({ ...taken, pending_email: null }).toEqual({ ...free, pending_email: null })
      expect(taken?.pending_email).toBe('bob@example.com')
      expect(await accounts.getProfile(ann.userId)).toEqual(taken)
      expect(news.at(-1)).toMatch(/^This address already has an account, for bob@example\.com:/)
      expect(news.join()).not.toContain('/verify-email/')
      expect(await tokens()).toHaveLength(freeTokens.length)

      expect(await accounts.resendVerification(ann.userId, client.address)).toBe(
        'A new verification link has been sent to bob@example.com.',
      )
      // Its holder gets no more emails; the answer to the request stays the same.
      const silent = await newsOf(async () => {
        for (let time = 0; time < 4; time++) {
          expect(await accounts.resendVerification(ann.userId, client.address)).toMatch(/^A new/)
        }
      })
      expect(silent).toEqual([])
      const refused = accounts.resendVerification(ann.userId, client.address)
      await expect(refused).rejects.toMatchObject({ code: 'rate_limited' })
    },
  )

  test('a mailbox is sent so many links whether its address is taken or free', async () => {
    const { ann, ask, newsOf } = await withAnn()
    const news = await newsOf(async () => {
      for (let time = 0; time < 6; time++) await ask(ann)
      await expect(ask(ann)).rejects.toMatchObject({ code: 'rate_limited' })
    })
    expect(news.filter((line) => line.includes('lee@example.com'))).toHaveLength(6)
  })

  test('asking for one address after another is stopped', async () => {
    const { ann, ask } = await withAnn()
    for (let tried = 0; tried < 10; tried++) await ask(ann, `ann${tried}@example.com`)
    await expect(ask(ann, 'one-more@example.com')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 3600,
    })
  })

  test('an address that was taken meanwhile is refused, and its reader learns why', async () => {
    const { accounts, ann, askForToken, signUp } = await withAnn()
    const token = await askForToken(ann)
    const lee = await signUp('Lee', false)
    await expect(accounts.verifyEmail(token, ann)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Another account uses this address now. Your account keeps its old address.',
    })
    expect(await accounts.getProfile(ann.userId)).toMatchObject({
      email: oldAddress,
      pending_email: null,
      email_verified_at: expect.any(String),
    })
    expect(await accounts.getProfile(lee.userId)).toMatchObject({ email_verified_at: null })
    await expect(accounts.verifyEmail(token, ann)).rejects.toMatchObject({ code: 'gone' })
  })

  test('of two who want one free address, the first to confirm has it', async () => {
    const { accounts, ann, askForToken, signUp } = await withAnn()
    const bob = await signUp('Bob')
    const [anns, bobs] = [await askForToken(ann), await askForToken(bob)]
    const outcomes = await Promise.allSettled([
      accounts.verifyEmail(anns, ann),
      accounts.verifyEmail(bobs, bob),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const profiles = [ann, bob].map(({ userId }) => accounts.getProfile(userId))
    const emails = (await Promise.all(profiles)).map(({ email }) => email)
    expect(emails.filter((email) => email === newAddress)).toHaveLength(1)
  })

  test('a link that is too old changes nothing, a newer one works', async () => {
    const { accounts, clock, ann, askForToken, newsOf } = await withAnn()
    const token = await askForToken(ann)
    clock.time += hour
    await expect(accounts.verifyEmail(token, ann)).rejects.toMatchObject({ code: 'gone' })
    const [email] = await newsOf(() => accounts.resendVerification(ann.userId, client.address))
    await accounts.verifyEmail(tokenIn(email), ann)
    expect(await accounts.getProfile(ann.userId)).toMatchObject({ email: newAddress })
  })

  test('its link changes nothing for a user who is not signed in to the account', async () => {
    const { accounts, ann, askForToken, signUp } = await withAnn()
    const token = await askForToken(ann)
    const bob = await signUp('Bob')
    for (const caller of [null, bob]) {
      const followed = accounts.verifyEmail(token, caller)
      await expect(followed).rejects.toMatchObject({ code: 'signed_out' })
    }
    expect(await accounts.getProfile(ann.userId)).toMatchObject({ email: oldAddress })
  })

  test('cancelled, its link changes nothing', async () => {
    const { accounts, ann, askForToken } = await withAnn()
    const token = await askForToken(ann)
    await accounts.cancelEmailChange(ann.userId)
    expect(await accounts.getProfile(ann.userId)).toMatchObject({ pending_email: null })
    await expect(accounts.verifyEmail(token, ann)).rejects.toMatchObject({ code: 'gone' })
    expect(await accounts.getProfile(ann.userId)).toMatchObject({ email: oldAddress })
  })

  test('a new name alone leaves it pending', async () => {
    const { accounts, ann, ask } = await withAnn()
    await ask(ann)
    await accounts.updateProfile(ann, { name: 'Ann Lee', email: oldAddress })
    expect(await accounts.getProfile(ann.userId)).toMatchObject({
      name: 'Ann Lee',
      pending_email: newAddress,
    })
  })

  test('a new password cancels a change that a thief may have asked for', async () => {
    const { accounts, ann, askForToken, lastToken } = await withAnn()
    const fresh = 'battery staple'
    const beforeChange = await askForToken(ann)
    await accounts.changePassword(ann, { current_password: password, password: fresh })
    await expect(accounts.verifyEmail(beforeChange, ann)).rejects.toMatchObject({ code: 'gone' })

    const again = { name: 'Ann', email: newAddress, password: fresh }
    await accounts.updateProfile(ann, again)
    await accounts.requestPasswordReset(oldAddress, client)
    const token = lastToken('reset-password')
    await accounts.resetPassword({ token, email: oldAddress, password }, client)
    expect(await accounts.getProfile(ann.userId)).toMatchObject({ pending_email: null })
  })

  test('a reset link that was mailed to the old address is void once the address has changed', async () => {
    const { accounts, ann, askForToken, lastToken } = await withAnn()
    await accounts.requestPasswordReset(oldAddress, client)
    const reset = lastToken('reset-password')
    await accounts.verifyEmail(await askForToken(ann), ann)
    for (const email of [oldAddress, newAddress]) {
      const used = accounts.resetPassword(
        { token: reset, email, password: 'stolen' },
        { address: '192.0.2.9' },
      )
      await expect(used).rejects.toMatchObject({ code: 'invalid' })
    }
  })
})

const tokenIn = (text = '') => /verify-email\/([\w-]+)/.exec(text)?.[1] ?? ''
