import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases.ts'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import { reindexAll } from '../../../../test/searching/reindex-all.ts'
import { forgetWords } from '../../../../test/searching/stored-words.ts'
import { createReindex } from './mail-reindex.ts'
import { searchMails } from '../find/search-store.ts'
import type { MailQuery } from '../find/mail-selection.ts'
import { selectMails } from '../find/mail-selection.ts'

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

  test('that the disk cannot read has the words of its row, and keeps no other waiting', async () => {
    const store = await open()
    const { receive, teamId } = await mailInbox(store)
    const ids = await receive('red one', 'red two')
    await forgetWords(store)
    const waiting = ids.map((mail_id) => ({ mail_id }))
    await store.sql.insertInto('mails_to_index').values(waiting).execute()
    const unreadable = Object.assign(new Error('disk I/O error'), { errcode: 266 })
    const sources: typeof store.sources = {
      ...store.sources,
      async get(query) {
        const [first, ...others] = await store.sources.get(query)
        return first ? [{ ...first, read: () => Promise.reject(unreadable) }, ...others] : []
      },
    }
    const failures: unknown[] = []
    const pause = () => Promise.reject(new Error('It waits'))
    const onError = (error: unknown) => failures.push(error)
    const reindex = createReindex({ db: { ...store, sources }, pause, onError })
    reindex.start()
    await reindex.idle()
    expect(failures).toEqual([unreadable])
    const red = { kind: 'words' as const, words: { words: ['red'], prefix: false } }
    expect(await searchMails({ ...store, teamId }, red, { limit: 10 })).toEqual(ids.toReversed())
    expect(await store.sql.selectFrom('mails_to_index').selectAll().execute()).toEqual([])
  })
})
