import { limits } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { forwardingOn } from '../../../../test/support/forwarding-on.ts'
import { setting } from '../../../../test/soak/setting.ts'
import { insertRule } from '../../../../test/support/store-rows.ts'
import { permit, type Permit } from '../../teams/team-access.ts'

const any = { from: null, to: null, subject: null }
const member = { name: 'To Ann', email: 'ann@example.com', rules: any }
/** `npm run test:races` takes 200 of each. */
const rounds = setting('RACE_ROUNDS', 10)
const timeout = 60_000 + rounds * 3_000
const hour = 60 * 60_000

describeEachDatabase('of changes to a rule at the same time', (open) => {
  const setUp = async () => forwardingOn(await open())

  test('none lets an address agree to what another one was asked', { timeout }, async () => {
    const { rules, asker, clock, printed, lastToken } = await setUp()
    for (let round = 0; round < rounds; round += 1) {
      clock.time += hour
      printed.length = 0
      const [mine, theirs] = [`me${round}@mine.test`, `you${round}@theirs.test`]
      const { id } = await rules.create(asker, { ...member, email: mine })
      await Promise.allSettled([
        rules.resend(asker, id),
        rules.update(asker, id, { email: theirs }),
        rules.resend(asker, id),
      ])
      await lastToken()
      const mailed = printed.filter((line) => line.includes(mine))
      expect(mailed.length).toBeGreaterThan(0)
      for (const line of mailed) {
        const [, token = ''] = /token=([\w-]{43})/.exec(line) ?? []
        await rules.confirm(token).catch(() => {})
      }
      expect(await rules.list(asker)).toMatchObject([
        { email: theirs, status: 'pending_verification' },
      ])
      await rules.remove(asker, id)
    }
  })

  test('none enables what another disabled', { timeout }, async () => {
    const { rules, asker } = await setUp()
    const { id } = await rules.create(asker, member)
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all([
        rules.update(asker, id, { name: `a${round}` }),
        rules.update(asker, id, { status: 'disabled' }),
        rules.update(asker, id, { rules: { ...any, subject: `${round}` } }),
      ])
      expect(await rules.list(asker)).toMatchObject([
        { name: `a${round}`, status: 'disabled', rules: { subject: `${round}` } },
      ])
      await rules.update(asker, id, { status: 'enabled' })
    }
  })

  test('none makes more of them than a team may have', { timeout }, async () => {
    const { rules, asker, db } = await setUp()
    for (let count = 1; count < limits.rulesPerTeam; count += 1) {
      await insertRule(db, asker.teamId, `${count}@x.test`)
    }
    for (let round = 0; round < rounds; round += 1) {
      const made = await Promise.allSettled([1, 2, 3].map(() => rules.create(asker, member)))
      const done = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
      expect(done).toHaveLength(1)
      for (const id of done) await rules.remove(asker, id)
    }
  })

  test('none is made for who was removed after it was allowed', async () => {
    const db = await open()
    let endsMembership = false
    const permitBefore: Permit = async (sql, request) => {
      const allowed = await permit(sql, request)
      if (endsMembership) await db.sql.deleteFrom('team_members').execute()
      endsMembership = false
      return allowed
    }
    const { rules, asker } = await forwardingOn(db, { permit: permitBefore })
    const outside = { ...member, email: 'eve@evil.test' }
    const { id } = await rules.create(asker, outside)
    const members = await db.sql.selectFrom('team_members').selectAll().execute()
    const changes = [
      () => rules.create(asker, outside),
      () => rules.update(asker, id, { email: 'eve@elsewhere.test' }),
      () => rules.resend(asker, id),
    ]
    for (const change of changes) {
      endsMembership = true
      await expect(change()).rejects.toMatchObject({ code: 'not_found' })
      await db.sql.insertInto('team_members').values(members).execute()
    }
    expect(await rules.list(asker)).toMatchObject([{ id, email: 'eve@evil.test' }])
  })
})
