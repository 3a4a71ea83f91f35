import { expect, test } from 'vitest'
import { accountsOn, signIn, testClient as client } from '../../../test/support/accounts-on.ts'
import { describeAlike } from '../../../test/support/databases.ts'
import { testShares } from '../../../test/clients/shares.ts'
import { sha256Hex } from '../../lib/secrets/tokens.ts'
import type { RegistrationMode } from './account-rules.ts'
import { createPasswords } from './passwords/passwords.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const ann = { name: 'Ann', email: 'Ann@example.com', password: 'correct horse' }

describeAlike('accounts', (openDatabase) => {
  async function setUp(mode?: RegistrationMode) {
    return accountsOn(await openDatabase(), mode)
  }

  async function registered() {
    const parts = await setUp()
    await parts.accounts.register(ann, client.address)
    const token = parts.lastToken()
    return { ...parts, token }
  }

  test('registering makes an unverified account with its personal team, and mails a link', async () => {
    const { accounts, teams, printed } = await registered()
    const session = await accounts.logIn(ann, client, null)
    expect(session.emailVerifiedAt).toBeNull()
    const caller = await accounts.findSession(session.token)
    expect(caller).toMatchObject({ verified: false })
    const userId = caller?.userId ?? 0
    expect(await accounts.getProfile(userId)).toEqual({
      id: userId,
      name: 'Ann',
      email: 'Ann@example.com',
      pending_email: null,
      email_verified_at: null,
      email_vouched: false,
      invited_by: [],
      avatar: null,
      has_password: true,
      operator: false,
      is_open: false,
    })
    expect(await teams.listFor(userId)).toMatchObject([{ name: 'Ann', type: 'personal' }])
    expect(printed[0]).toMatch(/Verify your email address, for Ann@example\.com:/)
  })

  test('passwords and tokens are stored as hashes only', async () => {
    const { db, accounts, token } = await registered()
    const session = await accounts.logIn(ann, client, null)
    const stored = JSON.stringify([
      await db.sql.selectFrom('users').selectAll().execute(),
      await db.sql.selectFrom('sessions').selectAll().execute(),
      await db.sql.selectFrom('account_tokens').selectAll().execute(),
    ])
    for (const secret of [ann.password, token, session.token]) expect(stored).not.toContain(secret)
    expect(stored).toContain(sha256Hex(session.token))
  })

  test('registering an address again answers alike, changes nothing and tells its holder', async () => {
    const { db, accounts, printed } = await registered()
    const again = { name: 'Eve', email: ' ANN@example.com', password: 'other password' }
    await expect(accounts.register(again, client.address)).resolves.toEqual(expect.any(String))
    expect(printed.at(-1)).toMatch(/You already have an account, for  ANN@example\.com/)
    expect(await db.sql.selectFrom('users').select('name').execute()).toEqual([{ name: 'Ann' }])
    await expect(accounts.logIn(again, client, null)).rejects.toMatchObject({ code: 'invalid' })
    const mails = printed.length
    await accounts.register(again, client.address)
    expect(printed).toHaveLength(mails)
  })

  test('an address that is taken uses up an id, as a free one does', async () => {
    const { accounts, teams } = await registered()
    const idAfter = async (name: string, email: string) => {
      await accounts.register({ ...ann, email }, client.address)
      const probe = { name, email: `${name}@example.com`, password: ann.password }
      await accounts.register(probe, client.address)
      const { token } = await accounts.logIn(probe, client, null)
      const caller = await accounts.findSession(token)
      const id = caller?.userId ?? 0
      return { id, team: (await teams.listFor(id))[0]?.id ?? 0 }
    }
    const first = await idAfter('probe1', 'free@example.com')
    const second = await idAfter('probe2', 'free@example.com')
    const third = await idAfter('probe3', 'also-free@example.com')
    expect(second.id - first.id).toBe(third.id - second.id)
    expect(second.team - first.team).toBe(third.team - second.team)
  })

  test('two who register one address at once make one account', async () => {
    const { db, accounts } = await setUp()
    const others = [ann, { ...ann, email: 'ann@EXAMPLE.com' }, { ...ann, name: 'Eve' }]
    await Promise.all(others.map((account) => accounts.register(account, client.address)))
    expect(await db.sql.selectFrom('users').select('id').execute()).toHaveLength(1)
    expect(await db.sql.selectFrom('teams').select('id').execute()).toHaveLength(1)
  })

  test('an account whose team cannot be made is not made either, and no mail is sent', async () => {
    const { db, printed } = await setUp()
    const createPersonal = () => Promise.reject(new Error('no team today'))
    const { accounts } = accountsOn(db, 'open', { createPersonal })
    await expect(accounts.register(ann, client.address)).rejects.toThrow('no team today')
    expect(await db.sql.selectFrom('users').selectAll().execute()).toEqual([])
    expect(printed).toEqual([])
  })

  test.each(['invite', 'closed'] as const)(
    'when registration is %s nobody registers',
    async (mode) => {
      const { db, accounts } = await setUp(mode)
      const refused = accounts.register(ann, client.address)
      await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
      expect(await db.sql.selectFrom('users').selectAll().execute()).toEqual([])
    },
  )

  test('a mailed link verifies the address once, and says so kindly when opened again', async () => {
    const { accounts, clock, token } = await registered()
    const caller = await signIn(accounts, ann)
    expect(await accounts.verifyEmail(token, caller)).toBe('Email address verified successfully')
    const { emailVerifiedAt } = await accounts.logIn(ann, client, null)
    expect(emailVerifiedAt).toBe(new Date(clock.time).toISOString())
    clock.time += minute
    expect(await accounts.verifyEmail(token, null)).toBe('Your email address is already verified.')
    expect((await accounts.logIn(ann, client, null)).emailVerifiedAt).toBe(emailVerifiedAt)
  })

  test('a link verifies without a login in the browser that registered, and in no other', async () => {
    const { accounts, lastToken } = await setUp()
    const register = (browser: string | null) => accounts.register(ann, client.address, browser)
    const browser = await register(null)
    const token = lastToken()
    // A later registration of the address gets a browser that looks the same, and proves nothing.
    const others = [null, await register(null), 'made up']
    for (const other of others) {
      const from = { ...client, browser: other }
      await expect(accounts.verifyEmail(token, null, undefined, from)).rejects.toMatchObject({
        code: 'signed_out',
      })
    }
    const bob = { userId: 0, sessionId: '' }
    const own = { ...client, browser }
    await expect(accounts.verifyEmail(token, bob, undefined, own)).rejects.toMatchObject({
      code: 'signed_out',
    })
    expect(await accounts.verifyEmail(token, null, undefined, own)).toBe(
      'Email address verified successfully',
    )
  })

  test('a link that its reader did not sign up for proves nothing for the one who did', async () => {
    const { accounts, token, lastToken } = await registered()
    const attacker = await signIn(accounts, ann)
    const eve = { name: 'Eve', email: 'eve@example.com', password: ann.password }
    await accounts.register(eve, client.address)
    const other = await accounts.findSession((await accounts.logIn(eve, client, null)).token)
    for (const reader of [null, other]) {
      await expect(accounts.verifyEmail(token, reader)).rejects.toMatchObject({
        code: 'signed_out',
        message: 'Log in to confirm your email address.',
      })
    }
    expect(await accounts.findSession(attacker.token)).toMatchObject({ verified: false })
    // Who reads the mailbox takes the account over instead, and its sessions end.
    await accounts.requestPasswordReset(ann.email, client)
    const fresh = { ...ann, password: 'battery staple' }
    await accounts.resetPassword({ ...fresh, token: lastToken('reset-password') }, client)
    expect(await accounts.findSession(attacker.token)).toBeNull()
    const { token: session } = await accounts.logIn(fresh, client, null)
    await accounts.verifyEmail(token, await accounts.findSession(session))
    expect(await accounts.findSession(session)).toMatchObject({ verified: true })
  })

  test('teams that cannot be joined now keep nobody from logging in', async () => {
    const db = await openDatabase()
    const problem = new Error('The database is busy')
    const { accounts, failures, lastToken } = accountsOn(db, 'open', {
      joinInvitedTeams: () => Promise.reject(problem),
    })
    await accounts.register(ann, client.address)
    await accounts.verifyEmail(lastToken(), await signIn(accounts, ann))
    await signIn(accounts, ann)
    expect(failures).toEqual([problem, problem])
  })

  test('a link that is too old, unknown or replaced by a newer one verifies nothing', async () => {
    const { accounts, clock, token, lastToken } = await registered()
    const caller = await signIn(accounts, ann)
    const { userId } = caller
    await accounts.resendVerification(userId, client.address)
    const newer = lastToken()
    expect(newer).not.toBe(token)
    await expect(accounts.verifyEmail(token, caller)).rejects.toMatchObject({ code: 'gone' })
    await expect(accounts.verifyEmail('unknown', caller)).rejects.toMatchObject({ code: 'gone' })
    clock.time += hour
    await expect(accounts.verifyEmail(newer, caller)).rejects.toMatchObject({ code: 'gone' })
    expect((await accounts.getProfile(userId)).email_verified_at).toBeNull()
  })

  test('others who ask for links from behind the same address do not use up a user’s first', async () => {
    const { accounts } = accountsOn(await openDatabase())
    const users = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const account = { ...ann, email: `user-${index}@example.com` }
        await accounts.register(account, client.address)
        return signIn(accounts, account)
      }),
    )
    const [honest, ...others] = users.map(({ userId }) => userId)
    const ask = (userId = 0) => accounts.resendVerification(userId, client.address)
    for (const other of others) {
      for (let time = 0; time < 6; time++) await ask(other).catch(() => {})
    }
    expect(await ask(honest)).toMatch(/^A new verification link/)
    await expect(ask(honest)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('asking for another link is limited, and needless once verified', async () => {
    const { accounts, printed, lastToken, clock } = await registered()
    const caller = await signIn(accounts, ann)
    const { userId } = caller
    for (let time = 0; time < 6; time++) {
      expect(await accounts.resendVerification(userId, client.address)).toMatch(
        /^A new verification link/,
      )
    }
    const refused = accounts.resendVerification(userId, client.address)
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 600 })
    clock.time += 10 * minute
    await accounts.resendVerification(userId, client.address)
    await accounts.verifyEmail(lastToken(), caller)
    const mails = printed.length
    expect(await accounts.resendVerification(userId, client.address)).toMatch(/already verified/)
    expect(printed).toHaveLength(mails)
  })

  test('a wrong password and an unknown address are refused in the same words', async () => {
    const { accounts } = await registered()
    const errors = { email: ['These credentials do not match our records.'] }
    const wrong = accounts.logIn({ ...ann, password: 'wrong' }, client, null)
    await expect(wrong).rejects.toMatchObject({ code: 'invalid', errors })
    const unknown = accounts.logIn({ ...ann, email: 'eve@example.com' }, client, null)
    await expect(unknown).rejects.toMatchObject({ code: 'invalid', errors })
  })

  test('an address with an account takes as many hashes as one without, so that time tells nothing', async () => {
    const slots = testShares().passwords
    let hashes = 0
    const counted: typeof slots = {
      ...slots,
      within(amount, work, ...rest) {
        hashes += 1
        return slots.within(amount, work, ...rest)
      },
    }
    const passwords = createPasswords(counted, { memoryKb: 64, passes: 1 })
    const { accounts } = accountsOn(await openDatabase(), 'open', { passwords })
    await accounts.register(ann, client.address)
    async function hashesOf(call: (email: string) => Promise<unknown>, email: string) {
      const before = hashes
      await call(email).catch(() => {})
      return hashes - before
    }
    const calls: [name: string, hashes: number, call: (email: string) => Promise<unknown>][] = [
      ['log in', 1, (email) => accounts.logIn({ email, password: 'wrong' }, client, null)],
      ['register', 2, (email) => accounts.register({ ...ann, email }, client.address)],
      ['forgot password', 1, (email) => accounts.requestPasswordReset(email, client)],
    ]
    for (const [name, wanted, call] of calls) {
      const known = await hashesOf(call, ann.email)
      const unknown = await hashesOf(call, `${name.replaceAll(' ', '-')}@example.com`)
      expect([name, known, unknown]).toEqual([name, wanted, wanted])
    }
  })

  test('guessing is slowed down, even for the right password, and only for who guesses', async () => {
    const { accounts, clock } = await registered()
    for (let guess = 0; guess < 10; guess++) {
      const wrong = accounts.logIn({ ...ann, password: `guess ${guess}` }, client, null)
      await expect(wrong).rejects.toMatchObject({ code: 'invalid' })
    }
    const refused = accounts.logIn(ann, client, null)
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 60 })
    await accounts.logIn(ann, { ...client, address: '192.0.2.2' }, null)
    clock.time += minute
    await accounts.logIn(ann, client, null)
  })

  test('each log in is a new session, and ends the one it replaces', async () => {
    const { accounts, emitted } = await registered()
    const first = await accounts.logIn(ann, client, null)
    const caller = await accounts.findSession(first.token)
    const second = await accounts.logIn(ann, client, caller)
    expect(second.token).not.toBe(first.token)
    expect(await accounts.findSession(first.token)).toBeNull()
    expect(await accounts.findSession(second.token)).toMatchObject({ userId: caller?.userId })
    expect(emitted).toEqual([{ sessionId: caller?.sessionId, userId: caller?.userId }])
  })

  test('logging out ends that session alone, and is announced once', async () => {
    const { accounts, emitted } = await registered()
    const here = await signIn(accounts, ann)
    const there = await signIn(accounts, ann)
    await accounts.logOut(here)
    await accounts.logOut(here)
    expect(await accounts.findSession(here.token)).toBeNull()
    expect(await accounts.findSession(there.token)).not.toBeNull()
    expect(emitted).toEqual([{ sessionId: here.sessionId, userId: here.userId }])
  })

  test('a session ends a day after its last use, a remembered one after 60 days', async () => {
    const { accounts, clock } = await registered()
    const plain = await accounts.logIn(ann, client, null)
    const remembered = await accounts.logIn({ ...ann, remember: true }, client, null)
    expect([plain.lifetimeMs, remembered.lifetimeMs]).toEqual([null, 60 * day])
    for (let days = 0; days < 3; days++) {
      clock.time += day - 1
      expect(await accounts.findSession(plain.token)).not.toBeNull()
    }
    clock.time += day
    expect(await accounts.findSession(plain.token)).toBeNull()
    expect(await accounts.findSession(remembered.token)).not.toBeNull()
    clock.time += 56 * day + 3
    expect(await accounts.findSession(remembered.token)).toBeNull()
  })

  test('what has expired is removed, and expired sessions are announced', async () => {
    const { db, accounts, clock, emitted } = await registered()
    const { sessionId, userId } = await signIn(accounts, ann)
    await accounts.removeExpired()
    expect(emitted).toEqual([])
    clock.time += day
    await accounts.removeExpired()
    expect(emitted).toEqual([{ sessionId, userId }])
    expect(await db.sql.selectFrom('sessions').selectAll().execute()).toEqual([])
    expect(await db.sql.selectFrom('account_tokens').selectAll().execute()).toEqual([])
  })
})
