import { expect, test } from 'vitest'
import { describeAlike } from '../../../../test/support/databases.ts'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import type { Database } from '../../../db/database.ts'
import { mailsOn } from '../../../../test/support/mails-on.ts'

async function listed(db: Database) {
  const inbox = await mailInbox(db)
  const mails = mailsOn(inbox.deps)
  const list = async (query: Partial<Parameters<typeof mails.show.list>[1]>) => {
    const { data, meta } = await mails.show.list(inbox.asker, { filter: 'all', ...query })
    return { subjects: data.map(({ subject }) => subject), meta }
  }
  return { ...inbox, mails, list }
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `red n${index}`)

describeAlike('a page by its number', (open) => {
  test('is the same however deep it is, with gaps, deleted and read mail between', async () => {
    const { receive, changes, asker, list } = await listed(await open())
    const ids = await receive(...numbered(2_400))
    const gone = ids.filter((_, index) => index % 3 === 0)
    const read = ids.filter((_, index) => index % 5 === 0)
    await changes.removeMany(asker, { ids: gone }, { withFlagged: true })
    await changes.updateMany(asker, { ids: read }, { read: true })
    const kept = numbered(2_400)
      .filter((_, index) => index % 3 !== 0)
      .toReversed()
    const unread = kept.filter((subject) => Number(subject.slice(5)) % 5 !== 0)
    for (const page of [1, 10, 11, 12, 13, 15, 16, 17]) {
      const [from, to] = [(page - 1) * 100, page * 100]
      const paged = { page, per_page: 100 }
      expect((await list(paged)).subjects).toEqual(kept.slice(from, to))
      expect((await list({ ...paged, filter: 'unread' })).subjects).toEqual(unread.slice(from, to))
    }
  }, 30_000)
})

describeAlike('a page far down', (open) => {
  test('waits for a share of what searches use, as it takes as long', async () => {
    const db = await open()
    const { receive, list } = await listed(db)
    await receive(...numbered(3))
    const granted = () => db.searches.stats().granted
    const before = granted()
    await list({ page: 100, per_page: 100 })
    expect(granted()).toBe(before)
    expect((await list({ page: 101, per_page: 100 })).subjects).toEqual([])
    expect(granted()).toBe(before + 1)
  })
})

describeAlike('a list of some thousand mails', (open) => {
  test.each([
    ['all of it', {}, () => true],
    ['what is unread', { filter: 'unread' as const }, (index: number) => index % 5 !== 0],
    ['a search', { q: 'red' }, () => true],
  ])(
    'is walked to its end, by cursor and by number: %s',
    async (_, query, isMeant) => {
      const { receive, changes, asker, list } = await listed(await open())
      const ids = await receive(...numbered(2_600))
      const read = ids.filter((_, index) => index % 5 === 0)
      await changes.updateMany(asker, { ids: read }, { read: true })
      const expected = numbered(2_600)
        .filter((_, index) => isMeant(index))
        .toReversed()
      const walked: string[] = []
      let cursor: string | null = null
      for (let page = 1; page === 1 || cursor !== null; page += 1) {
        const next = await list({ ...query, per_page: 100, ...(cursor !== null && { cursor }) })
        const numberedPage = await list({ ...query, per_page: 100, page })
        expect(numberedPage.subjects).toEqual(next.subjects)
        walked.push(...next.subjects)
        cursor = next.meta.next_cursor
        // Mail that arrives meanwhile moves nothing below it; it is taken back for the numbers.
        if (page === 3) {
          await changes.removeMany(asker, { ids: await receive('red late') }, { withFlagged: true })
        }
      }
      expect(walked).toEqual(expected)
    },
    60_000,
  )
})

describeAlike('a page around a mail', (open) => {
  test('has newer and older mail, and goes on in both directions', async () => {
    const { receive, changes, asker, list } = await listed(await open())
    const ids = await receive(...numbered(40))
    await changes.removeMany(asker, { ids: [ids[19] ?? 0] }, { withFlagged: true })
    const middle = await list({ around: ids[20] ?? 0, per_page: 4 })
    expect(middle.subjects).toEqual(['red n22', 'red n21', 'red n20', 'red n18'])
    expect(middle.meta).toMatchObject({ total: 39, total_is_exact: true, before: 17 })
    const { previous_cursor: previous, next_cursor: next } = middle.meta
    const above = await list({ cursor: previous ?? '', per_page: 15 })
    expect(above.subjects).toEqual(numbered(40).slice(23, 38).toReversed())
    expect(above.meta).toMatchObject({ before: 2 })
    const top = await list({ cursor: above.meta.previous_cursor ?? '', per_page: 15 })
    expect(top.subjects).toEqual(['red n39', 'red n38'])
    expect(top.meta).toMatchObject({ before: 0, previous_cursor: null })
    const below = await list({ cursor: next ?? '', per_page: 2 })
    expect(below.subjects).toEqual(['red n17', 'red n16'])
  })

  test('holds what is unread where that is the filter, and need not hold the mail itself', async () => {
    const { receive, changes, asker, list } = await listed(await open())
    const ids = await receive(...numbered(9))
    const read = ids.filter((_, index) => index % 2 === 0)
    await changes.updateMany(asker, { ids: read }, { read: true })
    const { subjects, meta } = await list({ around: ids[4] ?? 0, per_page: 2, filter: 'unread' })
    expect(subjects).toEqual(['red n5', 'red n3'])
    expect(meta).toMatchObject({ total: 4, before: 1 })
  })

  test('ends at the oldest mail', async () => {
    const { receive, list } = await listed(await open())
    await receive(...numbered(5))
    const { subjects, meta } = await list({ around: 1, per_page: 4 })
    expect(subjects).toEqual(['red n2', 'red n1', 'red n0'])
    expect(meta).toMatchObject({ next_cursor: null, before: 2 })
  })

  test('takes a share of what searches use, and is none of a search', async () => {
    const db = await open()
    const { receive, list } = await listed(db)
    const [id = 0] = await receive('red')
    const before = db.searches.stats().granted
    await list({ around: id })
    expect(db.searches.stats().granted).toBe(before + 1)
    await expect(list({ around: id, q: 'red' })).rejects.toMatchObject({ code: 'invalid' })
  })
})

describeAlike('a search', (open) => {
  test('is paged by number and by cursor', async () => {
    const { receive, list } = await listed(await open())
    await receive(...numbered(7), 'blue')
    const first = await list({ q: 'red', per_page: 3 })
    expect(first.subjects).toEqual(['red n6', 'red n5', 'red n4'])
    expect(first.meta).toMatchObject({ total: 7, total_is_exact: true, last_page: 3 })
    await receive('red new')
    const cursor = first.meta.next_cursor ?? ''
    const second = await list({ q: 'red', per_page: 3, cursor })
    expect(second.subjects).toEqual(['red n3', 'red n2', 'red n1'])
    expect((await list({ q: 'red', per_page: 3, page: 3 })).subjects).toEqual(['red n1', 'red n0'])
    expect((await list({ q: 'red', per_page: 3, page: 4 })).subjects).toEqual([])
  })

  test('is counted up to a thousand', async () => {
    const { receive, list } = await listed(await open())
    await receive(...numbered(1_000))
    expect((await list({ q: 'red' })).meta).toMatchObject({ total: 1_000, total_is_exact: true })
    await receive('red again')
    expect((await list({ q: 'red' })).meta).toMatchObject({ total: 1_000, total_is_exact: false })
    expect((await list({})).meta).toMatchObject({ total: 1_001, total_is_exact: true })
  })

  test('is counted exactly when that is asked for, with what of it is flagged', async () => {
    const { receive, changes, asker, mails } = await listed(await open())
    const [first = 0, second = 0] = await receive(...numbered(1_001), 'blue')
    await changes.updateMany(asker, { ids: [first, second] }, { flagged: true, read: true })
    const count = (query: object) => mails.find.count(asker, { filter: 'all', ...query })
    expect(await count({ q: 'red' })).toEqual({ total: 1_001, flagged: 2 })
    expect(await count({ filter: 'unread' })).toEqual({ total: 1_000, flagged: 0 })
    expect(await count({})).toEqual({ total: 1_002, flagged: 2 })
    expect(await count({ q: 'nowhere' })).toEqual({ total: 0, flagged: 0 })
  })

  test('is counted once: what comes meanwhile and is flagged is no part of either number', async () => {
    const { receive, changes, asker, deps, mails: atRest } = await listed(await open())
    const [found = 0] = await receive('red')
    let isFirst = true
    const longReads = deps.db.longReads.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const isFound = result.rows.some((row) =>
          Object.values(row).some((value) => String(value).match(/\d+/g)?.includes(String(found))),
        )
        if (!isFirst || !isFound) return result
        isFirst = false
        const ids = await receive('red one', 'red two')
        await changes.updateMany(asker, { ids }, { flagged: true })
        return result
      },
    })
    const mails = mailsOn({ ...deps, db: { ...deps.db, longReads } })
    const unread = { filter: 'unread' as const }
    expect(await mails.find.count(asker, unread)).toEqual({ total: 1, flagged: 0 })
    expect(await atRest.find.count(asker, unread)).toEqual({ total: 3, flagged: 2 })
  })

  test('keeps to unread mail when that is the filter', async () => {
    const { receive, changes, asker, list } = await listed(await open())
    const [first = 0] = await receive('red one', 'red two', 'blue')
    await changes.update(asker, first, { read: true })
    expect((await list({ q: 'red', filter: 'unread' })).subjects).toEqual(['red two'])
    expect((await list({ sndr: '*@rocket.test', filter: 'unread' })).meta.total).toBe(2)
  })

  test('finds whole words where too many begin alike', async () => {
    const { receive, list } = await listed(await open())
    await receive(...Array.from({ length: 150 }, (_, index) => `abc${index}x`), 'abc', 'ab')
    expect((await list({ q: 'abc' })).meta.total).toBe(151)
    expect((await list({ q: 'abc7' })).meta.total).toBe(11)
    expect((await list({ q: 'ab' })).subjects).toEqual(['ab'])
    expect((await list({ q: '"abc"' })).subjects).toEqual(['abc'])
  })

  test.each([
    ['a (b', 'A parenthesis is not closed at character 3'],
    ['is:new', 'is: takes unread or read or flagged at character 4'],
    [' 🎉', 'The search contains no words at character 2'],
    ['!!! -"…"', 'The search contains no words at character 1'],
  ])('that cannot be read is refused with the position: %s', async (q, text) => {
    const { list } = await listed(await open())
    await expect(list({ q })).rejects.toMatchObject({ code: 'invalid', errors: { q: [text] } })
  })

  test('that asks for nothing lists everything', async () => {
    const { receive, list } = await listed(await open())
    await receive('red', 'blue')
    for (const q of ['', '  ']) {
      expect((await list({ q })).subjects).toEqual(['blue', 'red'])
    }
    expect((await list({ sndr: '*', rcpt: '' })).subjects).toEqual(['blue', 'red'])
  })
})
