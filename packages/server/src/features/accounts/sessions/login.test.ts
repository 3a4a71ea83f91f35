import { expect, test } from 'vitest'
import { accountsOn } from '../../../../test/support/accounts-on.ts'
import { describeAlike } from '../../../../test/support/databases.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const home = '192.0.2.1'
const office = '192.0.2.77'
const ann = { name: 'Ann', email: 'ann@example.com', password: 'correct horse' }

describeAlike('logging in under attack', (openDatabase) => {
  async function setUp() {
    const db = await openDatabase()
    const parts = accountsOn(db)
    const { accounts } = parts
    await accounts.register(ann, home)
    const logIn = (
      address: string,
      password = ann.password,
      email = ann.email,
      browser: string | null = null,
    ) => accounts.logIn({ email, password }, { address, userAgent: '', browser }, null)

    /** Guesses wrong `times` times, each time from an address of its own. */
    async function guessFromEverywhere(times: number, email = ann.email) {
      for (let guess = 0; guess < times; guess++) {
        const wrong = logIn(`198.51.100.${guess}`, 'wrong', email)
        await expect(wrong).rejects.toMatchObject({ code: 'invalid' })
      }
    }
    return { ...parts, logIn, guessFromEverywhere }
  }

  test('guesses from many addresses are stopped, and the owner’s usual client is not', async () => {
    const { logIn, guessFromEverywhere, clock } = await setUp()
    // The owner's first log in was one of the 50 that strangers have.
    await logIn(home)
    await guessFromEverywhere(49)
    const refused = { code: 'rate_limited', retryAfter: 3600 }
    await expect(logIn('203.0.113.7', 'wrong')).rejects.toMatchObject(refused)
    await expect(logIn('203.0.113.8')).rejects.toMatchObject(refused)
    await logIn(home)
    await expect(logIn(home, 'mistyped')).rejects.toMatchObject({ code: 'invalid' })
    await logIn(home)
    clock.time += hour
    await logIn('203.0.113.8')
  })

  test('an account that does not exist is guarded alike', async () => {
    const { logIn, guessFromEverywhere } = await setUp()
    await guessFromEverywhere(50, 'nobody@example.com')
    const refused = logIn('203.0.113.7', 'wrong', 'nobody@example.com')
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 3600 })
  })

  test('a client is usual for 90 days, and no more once the password was reset', async () => {
    const { accounts, logIn, guessFromEverywhere, clock, lastToken } = await setUp()
    await logIn(home)
    clock.time += 90 * day - 1
    await guessFromEverywhere(50)
    await logIn(home)
    await accounts.requestPasswordReset(ann.email, { address: home })
    const token = lastToken('reset-password')
    await accounts.resetPassword(
      { token, email: ann.email, password: 'battery staple' },
      { address: office },
    )
    // The reader of the mailbox is the owner, though strangers have used up the shared limits.
    await accounts.logIn(
      { email: ann.email, password: 'battery staple' },
      { address: office, userAgent: '' },
      null,
    )
    await expect(logIn(home, 'battery staple')).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('who guesses behind the owner’s own address does not lock out the owner’s browser', async () => {
    const { accounts, logIn } = await setUp()
    const { browser } = await logIn(home)
    for (let guess = 0; guess < 10; guess++) await logIn(home, 'wrong').catch(() => {})
    await expect(logIn(home)).rejects.toMatchObject({ code: 'rate_limited' })
    for (let guess = 0; guess < 100; guess++) {
      await logIn(home, 'wrong', `guess-${guess}@example.com`).catch(() => {})
    }
    const known = await logIn(home, ann.password, ann.email, browser)
    expect(known.browser).toBe(browser)
    // Nor does it keep the owner from asking for a link.
    for (let asked = 0; asked < 31; asked++) {
      const from = { address: home }
      await accounts.requestPasswordReset(`${asked}@example.com`, from).catch(() => {})
    }
    const refused = accounts.requestPasswordReset(ann.email, { address: home })
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited' })
    await accounts.requestPasswordReset(ann.email, { address: home, browser })
  })

  test('the owner’s browser has ten guesses a minute, and another’s token is worth nothing', async () => {
    const { accounts, logIn, guessFromEverywhere } = await setUp()
    const { browser } = await logIn(home)
    for (let guess = 0; guess < 10; guess++) {
      const wrong = logIn('203.0.113.7', 'wrong', ann.email, browser)
      await expect(wrong).rejects.toMatchObject({ code: 'invalid' })
    }
    const limited = { code: 'rate_limited', retryAfter: 60 }
    await expect(logIn('203.0.113.8', ann.password, ann.email, browser)).rejects.toMatchObject(
      limited,
    )
    const eve = { name: 'Eve', email: 'eve@example.com', password: 'hers alone' }
    await accounts.register(eve, home)
    const hers = await logIn(home, eve.password, eve.email)
    await guessFromEverywhere(49)
    const stranger = logIn('203.0.113.9', ann.password, ann.email, hers.browser)
    await expect(stranger).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 3600 })
  })

  test('an account that logs in over and over is remembered from 50 clients', async () => {
    const { db, logIn } = await setUp()
    for (let count = 0; count < 60; count++) await logIn(home)
    const rows = await db.sql.selectFrom('familiar_clients').select('client').execute()
    expect(rows).toHaveLength(50)
    await logIn(home)
  })

  test('a client of IPv6 is its /64, however many addresses it takes', async () => {
    const { logIn } = await setUp()
    for (let guess = 0; guess < 10; guess++) {
      const wrong = logIn(`2001:db8:0:1::${guess}`, 'wrong')
      await expect(wrong).rejects.toMatchObject({ code: 'invalid' })
    }
    const refused = { code: 'rate_limited', retryAfter: 60 }
    await expect(logIn('2001:db8:0:1:ffff::1')).rejects.toMatchObject(refused)
    await logIn('2001:db8:0:2::1')
  })

  test('one process counts the attempts of the other', async () => {
    const { db, logIn } = await setUp()
    const { accounts: elsewhere } = accountsOn(db)
    for (let guess = 0; guess < 10; guess++) {
      const wrong = logIn(home, 'wrong')
      await expect(wrong).rejects.toMatchObject({ code: 'invalid' })
    }
    const refused = elsewhere.logIn(ann, { address: home, userAgent: '' }, null)
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited' })
  })
})
