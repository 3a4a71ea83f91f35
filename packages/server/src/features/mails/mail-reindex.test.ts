import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/databases.ts'
import { mailInbox } from '../../../test/mail-inbox.ts'
import { reindexAll } from '../../../test/reindex-all.ts'
import { forgetWords } from '../../../test/stored-words.ts'
import { searchMails } from './search/search-store.ts'
import type { MailQuery } from './mail-selection.ts'
import { selectMails } from './mail-selection.ts'

describeEachDatabase('mail of an older version', (open) => {
  test('is found by its words and addresses once it has been indexed, and only once', async () => {
    const db = await open()
    const { receive, intake, teamId } = await mailInbox(db)
    const ids = await receive(...Array.from({ length: 120 }, (_, index) => `bob: red n${index}`))
    const text = { teamId, envelope: { from: '', to: [] }, receivedAt: 1 }
    const source = new Uint8Array(Buffer.from('Subject: blue\r\n\r\nA text.\r\n'))
    const { id: withText } = await intake.receive({ ...text, source })
    await forgetWords(db)
    await db.transaction(async (tx) => {
      await tx
        .updateTable('mails')
        .set({ sender_key: '', recipient_keys: '[]', snippet: '' })
        .execute()
      await tx
        .insertInto('mails_to_index')
        .values([...ids, withText].map((mail_id) => ({ mail_id })))
        .execute()
    })
    const found = async (query: Partial<MailQuery>) => {
      const selection = selectMails({ filter: 'all', ...query }, 0)
      const search = 'search' in selection && selection.search
      return search ? searchMails({ ...db, teamId }, search, { limit: 200 }) : []
    }
    expect(await found({ q: 'red' })).toEqual(ids.toReversed())

    await reindexAll(db)
    const newestFirst = ids.toReversed()
    expect(await found({ q: 'red' })).toEqual(newestFirst)
    expect(await found({ sndr: '*b@rocket.*', rcpt: 'you@*.test' })).toEqual(newestFirst)
    const snippets = db.sql.selectFrom('mails').select('snippet').where('id', '=', withText)
    expect(await snippets.executeTakeFirst()).toEqual({ snippet: 'A text.' })
    expect(await db.sql.selectFrom('mails_to_index').selectAll().execute()).toEqual([])

    await reindexAll(db)
    expect(await found({ q: 'red' })).toEqual(newestFirst)
  })
})
