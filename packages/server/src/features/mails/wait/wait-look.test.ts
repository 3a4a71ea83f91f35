import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import { createWaitLook } from './wait-look.ts'
import { findWaited } from '../find/waited-mail-store.ts'

describeEachDatabase('a look for mail', (open) => {
  test('knows of a mail that is damaged what its row says', async () => {
    const db = await open()
    const { receive, teamId } = await mailInbox(db)
    const [damaged = 0, whole = 0] = await receive('One', 'Two')
    const source = Buffer.from([1, 2, 3, 4])
    await db.sql
      .updateTable('mail_sources')
      .set({ source })
      .where('mail_id', '=', damaged)
      .execute()
    const { readEntry } = createWaitLook({ db })
    for (const row of await findWaited(db.sql, teamId, [damaged, whole])) {
      const isWhole = row.id === whole
      expect(await readEntry(row)).toMatchObject({
        subject: isWhole ? 'two' : 'one',
        recipients: isWhole ? 'you customer test' : '',
      })
    }
  })
})
