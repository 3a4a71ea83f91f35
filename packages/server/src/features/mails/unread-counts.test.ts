import { limits } from '@mailstop/contract'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../test/databases.ts'
import { fuzzRuns } from '../../../test/fuzz-runs.ts'
import { mailInbox } from '../../../test/mail-inbox.ts'
import { reindexAll } from '../../../test/reindex-all.ts'
import type { Database } from '../../db/database.ts'
import type { MailSearch } from './search/mail-condition.ts'
import { createMailRemoval } from './mail-removal.ts'
import { createRetention } from './mail-retention.ts'
import { selectMails, type MailQuery } from './mail-selection.ts'
import { createUnreadCounts } from './unread-counts.ts'

const everything = { query: { filter: 'all' as const } }

function searchOf(query: Partial<MailQuery>, now = 0): MailSearch {
  const selection = selectMails({ filter: 'all', ...query }, now)
  const search = 'search' in selection ? selection.search : null
  if (search === null) throw new Error('Nothing is asked for')
  return search
}

const searches = [{ q: 'red' }, { q: '-red' }, { sndr: 'bob@*' }, { q: 'is:flagged' }].map(
  (query) => searchOf(query),
)

/** The same, from the rows. */
async function counted(db: Database): Promise<number[]> {
  const unread = await db.sql
    .selectFrom('mails')
    .select(['subject', 'from_address', 'flagged_at'])
    .where('read_at', 'is', null)
    .where('trashed_at', 'is', null)
    .execute()
  const isRed = (mail: { subject: string }) => /\bred\b/.test(mail.subject)
  return [
    unread.filter(isRed).length,
    unread.filter((mail) => !isRed(mail)).length,
    unread.filter((mail) => mail.from_address === 'bob@rocket.test').length,
    unread.filter((mail) => mail.flagged_at !== null).length,
  ]
}

async function forgetWords(db: Database): Promise<void> {
  await db.wordsSettled()
  const all = db.dialect.name === 'sqlite' ? sql`where rowid > 0` : sql``
  await sql`delete from mail_words ${all}`.execute(db.sql)
  await sql`insert into mails_to_index (mail_id) select id from mails`.execute(db.sql)
}

describeEachDatabase('what is unread of a search', (open) => {
  test('is right after every kind of change, in every process that counted before', async () => {
    const db = await open()
    const { teamId, asker, changes, receive, deps, clock } = await mailInbox(db)
    const processes = [createUnreadCounts(db), createUnreadCounts(db)]
    const seen: number[][] = []
    async function check(): Promise<void> {
      const expected = await counted(db)
      for (const unreadOf of processes) expect(await unreadOf(teamId, searches)).toEqual(expected)
      seen.push(expected)
    }

    await check()
    const ids = await receive('bob: red', 'red', 'blue', 'bob: blue', 'bob: red again', 'green')
    await check()
    const [first = 0, second = 0, third = 0] = ids
    let deletion = ''
    const steps = [
      () => changes.update(asker, first, { read: true }),
      () => changes.update(asker, second, { flagged: true }),
      // One more and one less: the counters of the team stay as they are.
      () => changes.updateMany(asker, { ids: [first] }, { read: false }),
      () => changes.updateMany(asker, { ids: [second, third] }, { read: true }),
      () => changes.updateMany(asker, everything, { read: true }),
      () => changes.updateMany(asker, everything, { read: false }),
      () => changes.remove(asker, first),
      () => changes.restore(asker, { ids: [first] }),
      async () => {
        ;({ deletion } = await changes.removeMany(asker, everything, { withFlagged: false }))
      },
      () => changes.restore(asker, { deletion }),
      () => receive('red late'),
      () => forgetWords(db).then(() => reindexAll(db)),
      async () => {
        clock.time += 1_000
        await createRetention({ ...deps, days: null, mails: 3 }).sweep()
      },
      () => createMailRemoval(db)(teamId),
    ]
    for (const step of steps) {
      await step()
      await check()
    }
    expect(new Set(seen.map((counts) => counts.join())).size).toBeGreaterThan(8)
  })

  test('is counted once while nothing changes', async () => {
    const db = await open()
    const { teamId, receive } = await mailInbox(db)
    await receive('red', 'red')
    const unreadOf = createUnreadCounts(db)
    const red = [searchOf({ q: 'red' })]
    expect(await unreadOf(teamId, red)).toEqual([2])
    // As nobody does: without a new revision.
    await db.sql.updateTable('mails').set({ read_at: 1 }).execute()
    expect(await unreadOf(teamId, red)).toEqual([2])
    expect(await createUnreadCounts(db)(teamId, red)).toEqual([0])
  })

  test('is looked at again only where mail changed', async () => {
    const db = await open()
    const { teamId, receive, changes, asker } = await mailInbox(db)
    const [first = 0] = await receive('red', 'red')
    const unreadOf = createUnreadCounts(db)
    const red = [searchOf({ q: 'red' })]
    expect(await unreadOf(teamId, red)).toEqual([2])
    await db.sql.updateTable('mails').set({ read_at: 1 }).execute()
    await receive('red')
    expect(await unreadOf(teamId, red)).toEqual([3])
    await changes.update(asker, first, { flagged: true })
    expect(await unreadOf(teamId, red)).toEqual([2])
    // More changes than are noted.
    for (let round = 0; round < 130; round += 1) {
      await changes.updateMany(asker, { ids: [first] }, { flagged: false })
      await changes.updateMany(asker, { ids: [first] }, { flagged: true })
    }
    expect(await unreadOf(teamId, red)).toEqual([1])
  }, 30_000)

  test('is what counting anew gives, after any changes, for whoever has seen how many of them', async () => {
    const db = await open()
    const { teamId, asker, changes, receive, deps, clock } = await mailInbox(db)
    const other = await mailInbox(db)
    const asked = ['red', '-red', 'red OR is:flagged', 'is:unread blue', 'from:bob'].map((q) => {
      return searchOf({ q })
    })
    const options = { counted: 4 }
    const processes = [createUnreadCounts(db, options), createUnreadCounts(db, options)]
    const ids: number[] = []
    const pick = fc.integer({ min: 0, max: 1e6 })
    const subject = fc.constantFrom('red', 'bob: red', 'blue', 'bob: blue', 'red blue', 'green')
    const some = (at: number, count: number) => {
      // Mostly new ones.
      const back = at % 5 === 0 ? at % ids.length : at % 20
      return Array.from({ length: count }, (_, each) => ids.at(-1 - back - each * 3) ?? 0)
    }
    let deletion: string | null = null
    const steps = fc.oneof(
      fc.array(subject, { minLength: 1, maxLength: 9 }).map((subjects) => async () => {
        await other.receive('red')
        ids.push(...(await receive(...subjects)))
      }),
      fc.tuple(pick, fc.integer({ min: 1, max: 9 }), fc.boolean()).map(
        ([at, count, read]) =>
          () =>
            changes.updateMany(asker, { ids: some(at, count) }, { read, flagged: at % 3 === 0 }),
      ),
      fc.boolean().map((read) => () => changes.updateMany(asker, everything, { read })),
      fc.tuple(pick, fc.integer({ min: 1, max: 3 })).map(([at, count]) => async () => {
        const which = { ids: some(at, count) }
        ;({ deletion } = await changes.removeMany(asker, which, { withFlagged: true }))
      }),
      fc.constant(async () => {
        if (deletion !== null) await changes.restore(asker, { deletion })
      }),
      fc.constant(async () => {
        clock.time += 1_000
        await createRetention({ ...deps, days: null, mails: 60 }).sweep()
      }),
    )
    const sample = fc.sample(fc.tuple(steps, fc.integer({ min: 0, max: 2 })), {
      numRuns: fuzzRuns(200),
    })
    for (const [step, whoAsks] of sample) {
      await step()
      const process = processes[whoAsks]
      if (!process) continue
      const expected = await createUnreadCounts(db, options)(teamId, asked)
      expect(await process(teamId, asked)).toEqual(expected)
    }
  }, 600_000)

  test('is asked for all searches at once where mail was only marked', async () => {
    const db = await open()
    const { teamId, asker, changes, receive } = await mailInbox(db)
    const [first = 0] = await receive('x1', 'x2', 'x3')
    let asked = 0
    const watched = db.sql.withPlugin({
      transformQuery({ node }) {
        asked += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const unreadOf = createUnreadCounts({ ...db, sql: watched })
    const words = Array.from({ length: 20 }, (_, number) => searchOf({ q: `x${number}` }))
    await unreadOf(teamId, words)
    asked = 0
    await changes.update(asker, first, { read: true, flagged: true })
    const counts = await unreadOf(teamId, words)
    expect(counts.slice(0, 5)).toEqual([0, 0, 1, 1, 0])
    // The changes and the marks.
    expect(asked).toBe(2)
  })

  test('is that of the newest thousand', async () => {
    const db = await open()
    const { teamId, receive, changes, asker } = await mailInbox(db)
    const [oldest = 0] = await receive(
      ...Array.from({ length: limits.matchesCounted }, () => 'red'),
    )
    const unreadOf = createUnreadCounts(db)
    const red = [searchOf({ q: 'red' })]
    expect(await unreadOf(teamId, red)).toEqual([1_000])
    const [newest = 0] = await receive('red')
    expect(await unreadOf(teamId, red)).toEqual([1_000])
    await changes.update(asker, newest, { read: true })
    expect(await unreadOf(teamId, red)).toEqual([999])
    await changes.update(asker, oldest, { read: true })
    expect(await unreadOf(teamId, red)).toEqual([999])
  })

  test('follows the time where a search does', async () => {
    const db = await open()
    const { teamId, receive, clock } = await mailInbox(db)
    await receive('red')
    const unreadOf = createUnreadCounts(db)
    const young = () => unreadOf(teamId, [searchOf({ q: 'newer_than:1h' }, clock.time)])
    expect(await young()).toEqual([1])
    clock.time += 3_600_001
    expect(await young()).toEqual([0])
  })

  test('of one team says nothing about another', async () => {
    const db = await open()
    const [ann, bob] = [await mailInbox(db), await mailInbox(db)]
    await ann.receive('red')
    const unreadOf = createUnreadCounts(db)
    const red = [searchOf({ q: 'red' })]
    expect(await unreadOf(ann.teamId, red)).toEqual([1])
    expect(await unreadOf(bob.teamId, red)).toEqual([0])
  })

  test('is counted with few searches at once, however many are asked for', async () => {
    const db = await open()
    const { teamId, receive } = await mailInbox(db)
    await receive('x7', 'x7')
    const underWay = new Set<unknown>()
    let most = 0
    const watched = db.sql.withPlugin({
      transformQuery({ node, queryId }) {
        underWay.add(queryId)
        most = Math.max(most, underWay.size)
        return node
      },
      async transformResult({ result, queryId }) {
        underWay.delete(queryId)
        return result
      },
    })
    const words = Array.from({ length: 50 }, (_, number) => searchOf({ q: `x${number}` }))
    const unreadOf = createUnreadCounts({ ...db, sql: watched })
    expect(await unreadOf(teamId, words)).toEqual(words.map((_, number) => (number === 7 ? 2 : 0)))
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(3)
  })
})
