import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/databases.ts'
import { mailInbox } from '../../../../test/mail-inbox.ts'
import { createWaitLook } from './wait-look.ts'

describeEachDatabase('a look for mail', (open) => {
  test('passes over a mail that is damaged, as over one that is gone', async () => {
    const db = await open()
    const { receive } = await mailInbox(db)
    const [damaged = 0, whole = 0] = await receive('One', 'Two')
    const source = Buffer.from([1, 2, 3, 4])
    await db.sql
      .updateTable('mail_sources')
      .set({ source })
      .where('mail_id', '=', damaged)
      .execute()
    const { readEntry } = createWaitLook({ db })
    expect(await readEntry(damaged)).toBeNull()
    expect(await readEntry(whole)).not.toBeNull()
  })
})
