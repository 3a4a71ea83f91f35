import { expect, test } from 'vitest'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import { describeAlike } from '../../../../test/support/databases.ts'
import { mailsOn } from '../../../../test/support/mails-on.ts'

describeAlike('mails for the product itself', (open) => {
  test('a damaged mail has no codes and links, as one that is gone', async () => {
    const { deps, teamId, receive } = await mailInbox(await open())
    const [whole = 0, damaged = 0] = await receive('one', 'two')
    await deps.db.sql
      .updateTable('mail_sources')
      .set({ source: Buffer.from([1, 2, 3, 4]) })
      .where('mail_id', '=', damaged)
      .execute()
    const { extractedOf } = mailsOn(deps).show
    expect(await extractedOf(teamId, whole)).toMatchObject({ codes: [] })
    expect(await extractedOf(teamId, damaged)).toBeNull()
    expect(await extractedOf(teamId, damaged + 1)).toBeNull()
  })
})
