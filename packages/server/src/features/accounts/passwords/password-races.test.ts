import { expect, test } from 'vitest'
import {
  accountsOn,
  quickPasswords,
  signIn,
  testClient as client,
} from '../../../../test/support/accounts-on.ts'
import { requestBy } from '../../../../test/support/actors.ts'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { newMail } from '../../../../test/support/store-rows.ts'

const office = { address: '192.0.2.77' }
const old = 'correct horse'
const fresh = 'battery staple'
const ann = { name: 'Ann', email: 'ann@example.com', password: old }

describeEachDatabase('a password that was right when it was asked for', (openDatabase) => {
  /** `meanwhile` runs once, after the next password was found right and before its answer is used. */
  async function setUp() {
    const real = quickPasswords()
    let meanwhile: (() => Promise<unknown>) | null = null
    const parts = accountsOn(await openDatabase(), 'open', {
      passwords: {
        hash: real.hash,
        async verify(stored, password) {
          const fits = await real.verify(stored, password)
          const work = meanwhile
          if (fits) meanwhile = null
          if (fits) await work?.()
          return fits
        },
      },
    })
    const { accounts, lastToken } = parts
    await accounts.register(ann, client.address)

    const signInWith = (password = old) => signIn(accounts, { ...ann, password })
    const user = await signInWith()
    await accounts.requestPasswordReset(ann.email, client)
    const token = lastToken('reset-password')
    return {
      ...parts,
      signIn: signInWith,
      user,
      during: (work: () => Promise<unknown>) => (meanwhile = work),
      reset: () => accounts.resetPassword({ token, email: ann.email, password: fresh }, office),
    }
  }

  test('logs nobody in once it was reset', async () => {
    const { db, during, reset, signIn } = await setUp()
    during(reset)
    await expect(signIn()).rejects.toMatchObject({
      code: 'invalid',
      errors: { email: ['These credentials do not match our records.'] },
    })
    expect(await db.sql.selectFrom('sessions').selectAll().execute()).toEqual([])
    const familiar = await db.sql.selectFrom('familiar_clients').select('client').execute()
    const expected = [office.address, expect.stringMatching(/^browser /)]
    expect(familiar.map((row) => row.client).toSorted()).toEqual(expected)
    await signIn(fresh)
  })

  test('does not change the one that it was reset to', async () => {
    const { accounts, during, reset, signIn, user } = await setUp()
    during(reset)
    const body = { current_password: old, password: 'of the thief' }
    await expect(accounts.changePassword(user, body)).rejects.toMatchObject({
      errors: { current_password: ['The password is incorrect.'] },
    })
    await signIn(fresh)
  })

  test('changes no address once it was reset', async () => {
    const { db, accounts, during, reset, user, printed } = await setUp()
    during(reset)
    const wanted = { name: 'Eve', email: 'eve@example.com', password: old }
    await expect(accounts.updateProfile(user, wanted)).rejects.toMatchObject({
      errors: { password: ['The password is incorrect.'] },
    })
    const rows = await db.sql.selectFrom('users').select(['name', 'pending_email']).execute()
    expect(rows).toEqual([{ name: 'Ann', pending_email: null }])
    expect(printed.join('\n')).not.toContain('eve@example.com')
  })

  test('asks for no address that the account has moved to meanwhile', async () => {
    const { accounts, during, user, printed } = await setUp()
    const wanted = { name: 'Ann Lee', email: 'lee@example.com', password: old }
    await accounts.updateProfile(user, wanted)
    const asked = printed.findLast((line) => line.includes('/verify-email/')) ?? ''
    const [, token = ''] = /verify-email\/([\w-]+)/.exec(asked) ?? []
    const before = printed.length
    during(() => accounts.verifyEmail(token, user))
    const changed = await accounts.updateProfile(user, { ...wanted, email: 'Lee@example.com' })
    expect(changed).toMatchObject({ email: 'Lee@example.com', pending_email: null })
    expect(printed.slice(before)).toEqual([])
  })

  test('deletes no account, and no mail of it, once it was reset', async () => {
    const { db, accounts, teams, sweepTeams, during, reset, signIn, user } = await setUp()
    const [team] = await teams.listFor(user.userId)
    const [id = 0] = await db.nextIds('mails', 1)
    await db.write([{ insert: 'mails', rows: [newMail(id, team?.id ?? 0)] }])
    during(reset)
    await expect(accounts.deleteAccount(user, old)).rejects.toMatchObject({ code: 'invalid' })
    await sweepTeams()
    expect(await db.sql.selectFrom('mails').select('id').execute()).toEqual([{ id }])
    await signIn(fresh)
  })

  test('deletes and hands over no team once it was reset', async () => {
    const { accounts, teams, during, reset, user } = await setUp()
    const { id: teamId } = await teams.create(user.userId, 'Ops')
    during(reset)
    const removal = teams.remove(requestBy(user, teamId, 'delete'), old)
    await expect(removal).rejects.toMatchObject({ code: 'invalid' })
    await accounts.requestPasswordReset(ann.email, client)
    const handOver = teams.handOver(requestBy(user, teamId, 'hand_over'), 999, old)
    await expect(handOver).rejects.toMatchObject({ code: 'invalid' })
    expect(await teams.listFor(user.userId)).toHaveLength(2)
  })

  test('changes nothing in a session that was ended meanwhile', async () => {
    const { accounts, teams, during, signIn, user } = await setUp()
    const { id: teamId } = await teams.create(user.userId, 'Ops')
    const owner = await signIn()
    const end = () => accounts.endOtherSessions(owner)
    for (const change of [
      () => accounts.changePassword(user, { current_password: old, password: fresh }),
      () => accounts.updateProfile(user, { ...ann, email: 'eve@example.com' }),
      () => accounts.deleteAccount(user, old),
      () => teams.remove(requestBy(user, teamId, 'delete'), old),
      () => teams.handOver(requestBy(user, teamId, 'hand_over'), 999, old),
    ]) {
      during(end)
      await expect(change()).rejects.toMatchObject({ code: 'signed_out' })
    }
    expect(await accounts.getProfile(owner.userId)).toMatchObject({ pending_email: null })
    await signIn()
  })

  test('logs nobody in to an account that was deleted meanwhile', async () => {
    const { accounts, during, signIn, user } = await setUp()
    during(() => accounts.deleteAccount(user, old))
    await expect(signIn()).rejects.toMatchObject({ code: 'invalid' })
  })
})
