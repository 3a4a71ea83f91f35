import { limits } from '@mailstop/contract'
import { expect, test } from 'vitest'
import { describeAlike } from '../../../../test/support/databases.ts'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import { notFound } from '../../../errors.ts'
import { serveClient } from '../../../lib/shares/served-client.ts'
import { createMailChanges } from './mail-changes.ts'
import { createTrash, keptTrashMs } from '../keep/mail-trash.ts'

const everything = { query: { filter: 'all' as const } }
const search = (q: string) => ({ query: { filter: 'all' as const, q } })
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)
const keepFlagged = { withFlagged: false }

/** The same inbox, where the store fails once. */
function withFailingTransaction({ deps }: Awaited<ReturnType<typeof mailInbox>>, failing: number) {
  let count = 0
  const transaction: typeof deps.db.transaction = (work) => {
    count += 1
    return count === failing ? Promise.reject(new Error('disk is full')) : deps.db.transaction(work)
  }
  return { changes: createMailChanges({ ...deps, db: { ...deps.db, transaction } }) }
}

describeAlike('a change of many mails', (open) => {
  test('marks all read and unread again, counts them and tells once each', async () => {
    const { changes, asker, teamId, receive, counters, emitted } = await mailInbox(await open())
    await receive(...numbers(2_100))
    expect(await changes.updateMany(asker, everything, { read: true })).toHaveLength(2_100)
    expect(await counters()).toEqual({ total: 2_100, unread: 0, flagged: 0, isTrue: true })
    expect(await changes.updateMany(asker, everything, { read: false })).toHaveLength(2_100)
    expect(await counters()).toMatchObject({ unread: 2_100, isTrue: true })
    const outdated = ['inboxOutdated', { teamId, userId: 1 }]
    expect(emitted).toEqual([outdated, outdated])
  }, 30_000)

  test('goes on to its end though its client hangs up', async () => {
    const inbox = await mailInbox(await open())
    await inbox.receive(...numbers(1_200))
    const hungUp = new AbortController()
    const { db } = inbox.deps
    const transaction: typeof db.transaction = (work) => {
      hungUp.abort()
      return db.transaction(work)
    }
    const changes = createMailChanges({ ...inbox.deps, db: { ...db, transaction } })
    const client = { user: 'ada', connection: {}, signal: hungUp.signal }
    const marked = serveClient(client, () =>
      changes.updateMany(inbox.asker, everything, { read: true }),
    )
    expect(await marked).toHaveLength(1_200)
  })

  test('that fails midway keeps what it marked, and tells all browsers', async () => {
    const db = await open()
    const inbox = await mailInbox(db)
    const { asker, teamId, receive, counters, emitted } = inbox
    await receive(...numbers(1_500))
    const { changes } = withFailingTransaction(inbox, 2)
    await expect(changes.updateMany(asker, everything, { read: true })).rejects.toThrow('disk')
    expect(await counters()).toMatchObject({ total: 1_500, unread: 500, isTrue: true })
    expect(emitted).toEqual([['inboxOutdated', { teamId, userId: 1 }]])
  }, 30_000)

  test('that fails midway has deleted nothing', async () => {
    const db = await open()
    const inbox = await mailInbox(db)
    const { asker, teamId, receive, counters, emitted } = inbox
    await receive(...numbers(1_500))
    const { changes } = withFailingTransaction(inbox, 2)
    await expect(changes.removeMany(asker, everything, keepFlagged)).rejects.toThrow('disk')
    expect(await counters()).toMatchObject({ total: 1_500, unread: 1_500, isTrue: true })
    const outdated = ['inboxOutdated', { teamId, userId: 1 }]
    expect(emitted).toEqual([outdated, outdated])
  }, 30_000)

  test('leaves alone what is newer than the mail that it ends at, and returns what it changed', async () => {
    const { changes, asker, receive, subjects } = await mailInbox(await open())
    const [first = 0, second = 0] = await receive('red a', 'red b', 'red c')
    await changes.update(asker, first, { flagged: true })
    const which = { query: { filter: 'all' as const, q: 'red', up_to: second } }
    expect(await changes.updateMany(asker, which, { flagged: true })).toEqual([second])
    expect(await changes.updateMany(asker, which, { read: true, flagged: false })).toEqual(
      expect.arrayContaining([first, second]),
    )
    expect(await subjects(true)).toEqual(['red c'])
    await changes.removeMany(asker, which, { withFlagged: true })
    expect(await subjects()).toEqual(['red c'])
  })

  test('that changes nothing tells nothing', async () => {
    const { changes, asker, emitted } = await mailInbox(await open())
    expect(await changes.updateMany(asker, everything, { read: true })).toHaveLength(0)
    expect(emitted).toEqual([])
  })

  test.each([
    ['q', { q: 'red -blue' }, ['red car']],
    ['sndr', { sndr: 'BOB@rocket.test' }, ['bob: blue car']],
    ['sndr with *', { sndr: 'b*@rocket.*' }, ['bob: blue car']],
    ['rcpt', { rcpt: '*@customer.test' }, ['bob: blue car', 'red car', 'red blue']],
    [
      'all of them',
      { q: 'car', sndr: '*@rocket.test', rcpt: 'you@customer.test' },
      ['bob: blue car', 'red car'],
    ],
    ['nothing', { q: 'nowhere' }, []],
  ])('reaches what %s selects', async (_, query, expected) => {
    const { changes, asker, receive, subjects } = await mailInbox(await open())
    await receive('red blue', 'red car', 'bob: blue car')
    const which = { query: { filter: 'all' as const, ...query } }
    await changes.updateMany(asker, { query: { filter: 'all' } }, { read: true })
    expect(await changes.updateMany(asker, which, { read: false })).toHaveLength(expected.length)
    expect(await subjects(true)).toEqual(expected)
  })

  test('of a search that cannot be read is refused, with the position', async () => {
    const { changes, asker } = await mailInbox(await open())
    const refused = { code: 'invalid', errors: { q: ['A quote is not closed at character 5'] } }
    await expect(changes.updateMany(asker, search('red "'), { read: true })).rejects.toMatchObject(
      refused,
    )
    await expect(changes.removeMany(asker, search('red "'), keepFlagged)).rejects.toMatchObject(
      refused,
    )
  })

  test('reaches mails by their ids, those of other teams never', async () => {
    const db = await open()
    const { changes, asker, receive, counters } = await mailInbox(db)
    const others = await mailInbox(db)
    const [first, second] = await receive('a', 'b', 'c')
    const foreign = await others.receive('theirs')
    const ids = [first ?? 0, second ?? 0, ...foreign, 999_999]
    expect(await changes.updateMany(asker, { ids }, { read: true, flagged: true })).toHaveLength(2)
    expect(await counters()).toEqual({ total: 3, unread: 1, flagged: 2, isTrue: true })
    expect(await changes.removeMany(asker, { ids }, { withFlagged: true })).toMatchObject({
      count: 2,
    })
    expect(await others.counters()).toEqual({ total: 1, unread: 1, flagged: 0, isTrue: true })
  })
})

describeAlike('deleting', (open) => {
  test('all takes flagged mail too, unless that is to be spared', async () => {
    const { changes, asker, receive, subjects, counters } = await mailInbox(await open())
    const [first = 0] = await receive('a', 'b', 'c')
    await changes.update(asker, first, { flagged: true })
    expect(await changes.removeMany(asker, everything, keepFlagged)).toMatchObject({ count: 2 })
    expect(await subjects()).toEqual(['a'])
    expect(await counters()).toEqual({ total: 1, unread: 1, flagged: 1, isTrue: true })
    await changes.removeMany(asker, everything, { withFlagged: true })
    expect(await counters()).toEqual({ total: 0, unread: 0, flagged: 0, isTrue: true })
  })

  test('all spares what is flagged while it is under way', async () => {
    const inbox = await mailInbox(await open())
    const { deps, asker, receive, subjects, counters } = inbox
    const [first = 0] = await receive('a', 'b', 'c')
    const { db } = deps
    const transaction: typeof db.transaction = async (work) => {
      await inbox.changes.update(asker, first, { flagged: true })
      return db.transaction(work)
    }
    const changes = createMailChanges({ ...deps, db: { ...db, transaction } })
    expect(await changes.removeMany(asker, everything, keepFlagged)).toMatchObject({ count: 2 })
    expect(await subjects()).toEqual(['a'])
    expect(await counters()).toEqual({ total: 1, unread: 1, flagged: 1, isTrue: true })
  })

  test('is undone whole: marks, counters, list and search', async () => {
    const { changes, asker, receive, subjects, counters, deps } = await mailInbox(await open())
    const [first = 0] = await receive('a', ...numbers(1_500))
    await changes.update(asker, first, { flagged: true, read: true })
    const before = await counters()
    const { deletion, count } = await changes.removeMany(asker, everything, { withFlagged: true })
    expect(count).toBe(1_501)
    expect(await changes.updateMany(asker, search('a'), { read: false })).toHaveLength(0)
    await receive('late')
    expect(await changes.restore(asker, { deletion })).toBe(1_501)
    expect(await counters()).toEqual({ ...before, total: 1_502, unread: 1_501, isTrue: true })
    expect((await subjects())[0]).toBe('late')
    expect(await changes.updateMany(asker, search('a'), { read: false })).toHaveLength(1)
    expect(await changes.restore(asker, { deletion })).toBe(0)
    await createTrash(deps).sweep()
    expect(await counters()).toMatchObject({ total: 1_502, isTrue: true })
  }, 30_000)

  test('one mail is undone by its deletion or by its id', async () => {
    const { changes, asker, receive, subjects } = await mailInbox(await open())
    const [first = 0, second = 0] = await receive('a', 'b')
    const deletion = await changes.remove(asker, first)
    const other = await changes.remove(asker, second)
    expect(other).not.toBe(deletion)
    expect(await changes.restore(asker, { deletion })).toBe(1)
    expect(await subjects()).toEqual(['a'])
    expect(await changes.restore(asker, { ids: [second] })).toBe(1)
    expect(await subjects()).toEqual(['b', 'a'])
    await expect(changes.restore(asker, { deletion: 'x' })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  test('leaves a mail that no one can change or delete again', async () => {
    const { changes, asker, receive } = await mailInbox(await open())
    const [first = 0] = await receive('a')
    await changes.remove(asker, first)
    await expect(changes.remove(asker, first)).rejects.toMatchObject({ code: 'not_found' })
    await expect(changes.update(asker, first, { read: true })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await changes.updateMany(asker, { ids: [first] }, { flagged: true })).toHaveLength(0)
  })

  test('is listed while it can be restored, with the newest of its mails', async () => {
    const { changes, asker, receive, clock } = await mailInbox(await open())
    const [first = 0, second = 0, third = 0] = await receive('a', 'b', 'c')
    const one = await changes.remove(asker, second)
    clock.time += 1_000
    const two = await changes.removeMany(asker, { ids: [first, third] }, { withFlagged: true })
    expect(await changes.deletions(asker)).toMatchObject([
      { deletion: two.deletion, count: 2, newest: { subject: 'c' } },
      { deletion: one, count: 1, newest: { subject: 'b' } },
    ])
    const both = await changes.deletedMails(asker, two.deletion)
    expect(both.map(({ subject }) => subject)).toEqual(['c', 'a'])
    await changes.restore(asker, { deletion: two.deletion })
    clock.time += limits.restoreMs - 1_000
    expect(await changes.deletions(asker)).toHaveLength(1)
    clock.time += 1_000
    expect(await changes.deletions(asker)).toEqual([])
    const tooLate = changes.deletedMails(asker, one)
    await expect(tooLate).rejects.toMatchObject({ code: 'not_found' })
  })

  test('makes room after ten minutes where the disk is full', async () => {
    const { changes, asker, receive, deps, clock } = await mailInbox(await open())
    const [first = 0] = await receive('a')
    await changes.remove(asker, first)
    clock.time += 11 * 60_000
    await createTrash(deps).sweep()
    expect(await changes.deletions(asker)).toHaveLength(1)
    await createTrash({ ...deps, db: { ...deps.db, isShortOfRoom: () => true } }).sweep()
    expect(await changes.deletions(asker)).toEqual([])
  })

  test('is for good after an hour, with sources and words', async () => {
    const db = await open()
    const { changes, asker, receive, deps, clock, counters } = await mailInbox(db)
    const [first = 0, second = 0] = await receive('a', 'b')
    const deletion = await changes.remove(asker, first)
    clock.time += keptTrashMs - 1_000
    await createTrash(deps).sweep()
    await changes.remove(asker, second)
    clock.time += 2_000
    await createTrash(deps).sweep()
    expect(await changes.restore(asker, { deletion })).toBe(0)
    const sources = await db.sql.selectFrom('mail_sources').select('mail_id').execute()
    expect(sources).toEqual([{ mail_id: second }])
    expect(await changes.restore(asker, { ids: [second] })).toBe(1)
    expect(await counters()).toEqual({ total: 1, unread: 1, flagged: 0, isTrue: true })
  })

  test('a deletion of very many ends with the membership, and takes nothing', async () => {
    const inbox = await mailInbox(await open())
    await inbox.receive(...numbers(1_001))
    let permitted = 0
    const changes = createMailChanges({
      ...inbox.deps,
      async permit(sql, request) {
        // Permits the first look, and the first thousand.
        if (++permitted > 2) throw notFound()
        return inbox.deps.permit(sql, request)
      },
    })
    const deletion = changes.removeMany(inbox.asker, everything, keepFlagged)
    await expect(deletion).rejects.toMatchObject({ code: 'not_found' })
    expect(await inbox.counters()).toMatchObject({ total: 1_001, isTrue: true })
  })
})
