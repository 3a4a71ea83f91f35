import { expect, test } from 'vitest'
import { accountsOn } from '../../../test/support/accounts-on.ts'
import { describeAlike, type OpenDatabase } from '../../../test/support/databases.ts'
import type { Database } from '../../db/database.ts'

const password = 'correct horse battery staple'
const someClient = { address: '203.0.113.7', userAgent: 'test' }

async function operatorsOf({ sql }: Database): Promise<string[]> {
  const rows = await sql
    .selectFrom('users')
    .where('operator_at', 'is not', null)
    .select('email')
    .orderBy('id')
    .execute()
  return rows.map(({ email }) => email)
}

describeAlike('the role of the operator', (open: OpenDatabase) => {
  test('goes to the first account that proves its address, and to no other', async () => {
    const db = await open()
    const parts = accountsOn(db)
    const { accounts } = parts
    const tokens: string[] = []
    for (const name of ['ann', 'bob']) {
      const email = `${name}@example.com`
      await accounts.register({ name, email, password }, someClient.address)
      tokens.push(parts.lastToken())
    }
    expect(await operatorsOf(db)).toEqual([])
    // Ann registered first, but Bob is the first who can be reached.
    for (const [name, token] of [['bob', tokens[1]] as const, ['ann', tokens[0]] as const]) {
      const begun = await accounts.logIn(
        { email: `${name}@example.com`, password },
        someClient,
        null,
      )
      const actor = await accounts.findSession(begun.token)
      expect(actor).toMatchObject({ verified: false, operator: false })
      await accounts.verifyEmail(token ?? '', actor)
      expect(await accounts.findSession(begun.token)).toMatchObject({ operator: name === 'bob' })
    }
    expect(await operatorsOf(db)).toEqual(['bob@example.com'])
  })

  test('goes to one of the accounts that prove their addresses at the same moment', async () => {
    const db = await open()
    const { accounts } = accountsOn(db)
    const names = ['ann', 'bob', 'cid', 'dan']
    await Promise.all(
      names.map((name) => accounts.provide({ name, email: `${name}@example.com`, password })),
    )
    expect(await operatorsOf(db)).toHaveLength(1)
  })

  test('goes to nobody by itself in a store that had accounts before there were operators', async () => {
    const db = await open()
    await db.sql.deleteFrom('unclaimed_operator').execute()
    await accountsOn(db).accounts.provide({ name: 'ann', email: 'ann@example.com', password })
    expect(await operatorsOf(db)).toEqual([])
  })

  test('goes to the named address alone, in whatever way it is proven, and at the start', async () => {
    const db = await open()
    const adminEmail = 'Chief@example.com'
    const { accounts, operatorRole } = accountsOn(db, 'open', { adminEmail })
    await operatorRole.settle(db.sql)
    await accounts.provide({ name: 'ann', email: 'ann@example.com', password })
    expect(await operatorsOf(db)).toEqual([])
    await accounts.provide({ name: 'chief', email: 'chief@example.com', password })
    expect(await operatorsOf(db)).toEqual(['chief@example.com'])

    // Once a name was given, taking it away does not make the next account an operator.
    await accountsOn(db).accounts.provide({ name: 'bob', email: 'bob@example.com', password })
    expect(await operatorsOf(db)).toEqual(['chief@example.com'])
    const later = accountsOn(db, 'open', { adminEmail: 'bob@example.com' })
    await later.operatorRole.settle(db.sql)
    expect(await operatorsOf(db)).toEqual(['chief@example.com', 'bob@example.com'])
  })

  test('passes over the account of the demo, and is then the first person’s', async () => {
    const db = await open()
    const { accounts } = accountsOn(db)
    const demo = { name: 'Dana Demo', email: 'demo@mailstop.test', password }
    await accounts.provide(demo)
    await accounts.provide({ ...demo, password: 'another password' })
    expect(await operatorsOf(db)).toEqual([])
    await accounts.provide({ name: 'ann', email: 'ann@example.com', password })
    expect(await operatorsOf(db)).toEqual(['ann@example.com'])
  })

  test('ends with the account', async () => {
    const db = await open()
    const { accounts } = accountsOn(db)
    await accounts.provide({ name: 'ann', email: 'ann@example.com', password })
    const begun = await accounts.logIn({ email: 'ann@example.com', password }, someClient, null)
    const actor = await accounts.findSession(begun.token)
    if (!actor) throw new Error('Ann is signed out')
    await accounts.deleteAccount(actor, password)
    expect(await operatorsOf(db)).toEqual([])
  })
})
