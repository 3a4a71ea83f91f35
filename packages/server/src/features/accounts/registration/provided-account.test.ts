import { expect, test } from 'vitest'
import { accountsOn } from '../../../../test/support/accounts-on.ts'
import { describeAlike } from '../../../../test/support/databases.ts'

const client = { address: '192.0.2.1', userAgent: 'Test' }
const dana = { name: 'Dana', email: 'dana@example.com', password: 'correct horse' }

describeAlike('an account handed out by the operator', (openDatabase) => {
  test('is verified, has a team and needs no mail, whatever the registration mode', async () => {
    const { accounts, teams, printed } = accountsOn(await openDatabase(), 'closed')
    const { userId, isNew } = await accounts.provide(dana)
    expect(isNew).toBe(true)
    expect((await accounts.logIn(dana, client, null)).emailVerifiedAt).not.toBeNull()
    expect(await teams.listFor(userId)).toMatchObject([{ name: 'Dana', type: 'personal' }])
    expect(printed).toEqual([])
  })

  test('that exists keeps all but its password and its sessions, and becomes verified', async () => {
    const { accounts, teams } = accountsOn(await openDatabase())
    await accounts.register(dana, client.address)
    const { token } = await accounts.logIn(dana, client, null)
    const again = { name: 'Other', email: 'DANA@example.com', password: 'battery staple' }
    const { userId, isNew } = await accounts.provide(again)
    expect(isNew).toBe(false)
    expect(await accounts.findSession(token)).toBeNull()
    await expect(accounts.logIn(dana, client, null)).rejects.toMatchObject({ code: 'invalid' })
    expect((await accounts.logIn(again, client, null)).emailVerifiedAt).not.toBeNull()
    expect(await accounts.getProfile(userId)).toMatchObject({ name: 'Dana', email: dana.email })
    expect(await teams.listFor(userId)).toHaveLength(1)
  })
})
