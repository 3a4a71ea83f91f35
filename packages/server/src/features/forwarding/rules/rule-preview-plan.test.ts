import { limits } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { insertVerifiedTeam } from '../../../../test/support/factories.ts'
import { manyMails, plansOf, sorting, wholeTable } from '../../../../test/searching/query-plans.ts'
import { newestTraits } from './rule-store.ts'

describeEachDatabase('the preview of a rule', (open) => {
  test('looks at the newest mail of its team alone, however much others have', async () => {
    const db = await open()
    const [teamId, other] = [await insertVerifiedTeam(db, 1), await insertVerifiedTeam(db, 2)]
    await manyMails(db, teamId, other)
    const [plan = '', ...others] = await plansOf(db, (store) =>
      newestTraits(store, teamId, { limit: limits.mailsPreviewed, recipientBytes: 1_000 }),
    )
    expect(plan).toContain('kept_mails')
    for (const each of [plan, ...others]) {
      expect(each).not.toMatch(wholeTable)
      expect(each).not.toMatch(sorting)
    }
  }, 60_000)
})
