import { limits } from '@mailstop/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeAlike } from '../../../../test/support/databases.ts'
import { mailInbox } from '../../../../test/clients/mail-inbox.ts'
import { reindexAll } from '../../../../test/searching/reindex-all.ts'
import { forgetWords } from '../../../../test/searching/stored-words.ts'
import type { Database } from '../../../db/database.ts'
import { unavailable } from '../../../errors.ts'
import type { FairShares } from '../../../lib/shares/fair-shares.ts'
import { serveClient } from '../../../lib/shares/served-client.ts'
import { createMailRemoval } from '../keep/mail-removal.ts'
import { createRetention } from '../keep/mail-retention.ts'
import type { PinnedQuery } from '../find/mail-selection.ts'
import { createUnreadCounts } from './unread-counts.ts'

const everything = { query: { filter: 'all' as const } }

const q = (query: string): PinnedQuery => ({ type: 'q', query })
const red = [q('red')]
const pins = [...red, q('-red'), { type: 'sndr' as const, query: 'bob@*' }, q('is:flagged')]

/** Counts as a process does, but takes no rest. */
const counting = ({ db, now }: { db: Database; now: () => number }) =>
  createUnreadCounts({ db, now, pause: async () => {} })

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

async function awaitWords(db: Database): Promise<void> {
  await forgetWords(db)
  await sql`insert into mails_to_index (mail_id) select id from mails`.execute(db.sql)
}

describeAlike('what is unread of a search', (open) => {
  test('is right after every kind of change, in every process that counted before', async () => {
    const db = await open()
    const { teamId, asker, changes, receive, deps, clock } = await mailInbox(db)
    const processes = [counting(deps), counting(deps)]
    const seen: number[][] = []
    async function check(): Promise<void> {
      const expected = await counted(db)
      for (const unreadOf of processes) expect(await unreadOf(teamId, pins)).toEqual(expected)
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
      () => awaitWords(db).then(() => reindexAll(db)),
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

  test('is counted once while nothing changes, for all who ask', async () => {
    const db = await open()
    const { teamId, receive, deps } = await mailInbox(db)
    await receive('red', 'red')
    const { watched, asked } = watching(db)
    const unreadOf = counting({ ...deps, db: watched })
    const counts = await Promise.all(Array.from({ length: 9 }, () => unreadOf(teamId, red)))
    expect(counts).toEqual(Array.from({ length: 9 }, () => [2]))
    expect(await unreadOf(teamId, red)).toEqual([2])
    expect(asked.searches).toBe(1)
    await receive('red')
    expect(await unreadOf(teamId, red)).toEqual([3])
    expect(asked.searches).toBe(2)
  })

  test('is counted one time after the other, with a rest that grows with the count', async () => {
    const db = await open()
    const { teamId, receive, deps } = await mailInbox(db)
    const rests: { ms: number; end: () => void }[] = []
    const pause = (ms: number) => new Promise<void>((end) => rests.push({ ms, end }))
    const unreadOf = createUnreadCounts({ db, now: deps.now, pause })
    await receive('red')
    expect(await unreadOf(teamId, red)).toEqual([1])
    expect(rests[0]?.ms).toBeGreaterThan(0)
    expect(rests[0]?.ms).toBeLessThanOrEqual(1_000)
    await receive('red')
    const second = unreadOf(teamId, red)
    await receive('red')
    const third = unreadOf(teamId, red)
    // Nothing was counted before the rest ended, so what arrived meanwhile is in.
    await receive('red')
    await db.wordsSettled()
    expect(rests).toHaveLength(1)
    rests[0]?.end()
    expect(await Promise.all([second, third])).toEqual([[4], [4]])
    expect(rests).toHaveLength(2)
  })

  test('is counted once for all who ask for different pins, though they have hung up', async () => {
    const db = await open()
    const { teamId, receive, deps } = await mailInbox(db)
    await receive('red', 'blue', 'blue')
    const { watched, asked } = watching(db)
    let rests = 0
    const unreadOf = createUnreadCounts({
      db: watched,
      now: deps.now,
      pause: async () => void (rests += 1),
    })
    expect(await unreadOf(teamId, red)).toEqual([1])
    const blue = [q('blue')]
    const gone = { user: 'ann', connection: {}, signal: AbortSignal.abort() }
    const counts = Array.from({ length: 40 }, (_, index) =>
      serveClient(gone, () => unreadOf(teamId, index % 2 === 0 ? blue : [...red, ...blue])),
    )
    expect((await Promise.all(counts)).slice(0, 2)).toEqual([[2], [1, 2]])
    // Each pin is searched once by the count under way, and once by the count that waited for it.
    expect(asked.searches).toBe(2)
    expect(rests).toBeLessThanOrEqual(3)
  })

  test('does not end with the client that asked first', async () => {
    const db = await open()
    const { teamId, receive, deps } = await mailInbox(db)
    await receive('red')
    const first = new AbortController()
    const unreadOf = counting(deps)
    const asked = serveClient({ user: 'ann', connection: {}, signal: first.signal }, () =>
      unreadOf(teamId, red),
    )
    first.abort()
    expect(await Promise.all([asked, unreadOf(teamId, red)])).toEqual([[1], [1]])
  })

  test('is counted again for others where it failed for the first', async () => {
    const db = await open()
    const { teamId, receive, deps } = await mailInbox(db)
    await receive('red')
    let failures = 1
    const within: FairShares['within'] = async (...search) => {
      if (failures > 0) {
        failures -= 1
        throw unavailable()
      }
      return db.searches.within(...search)
    }
    const unreadOf = counting({ ...deps, db: { ...db, searches: { ...db.searches, within } } })
    const answers = await Promise.allSettled([1, 2, 3].map(() => unreadOf(teamId, red)))
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(answers.filter((answer) => 'value' in answer && answer.value[0] === 1)).toHaveLength(2)
  })

  test('is that of the newest thousand', async () => {
    const db = await open()
    const { teamId, receive, changes, asker, deps } = await mailInbox(db)
    const [oldest = 0] = await receive(
      ...Array.from({ length: limits.matchesCounted }, () => 'red'),
    )
    const unreadOf = counting(deps)
    expect(await unreadOf(teamId, red)).toEqual([1_000])
    const [newest = 0] = await receive('red')
    expect(await unreadOf(teamId, red)).toEqual([1_000])
    await changes.update(asker, newest, { read: true })
    expect(await unreadOf(teamId, red)).toEqual([999])
    await changes.update(asker, oldest, { read: true })
    expect(await unreadOf(teamId, red)).toEqual([999])
  })

  test('is counted again for who knows newer mail than a count that has just begun', async () => {
    const db = await open()
    const { teamId, receive, deps } = await mailInbox(db)
    await receive('red')
    const { held, release, slow } = holdingRevision(db)
    const unreadOf = counting({ ...deps, db: { ...db, sql: slow } })
    expect(await unreadOf(teamId, red)).toEqual([1])
    // The revision that the count itself reads is held.
    const early = unreadOf(teamId, [...red, q('blue')])
    await held
    await receive('red')
    const late = unreadOf(teamId, red)
    await db.sql.selectFrom('team_counters').select('revision').execute()
    release()
    await early
    expect(await late).toEqual([2])
  })

  test('follows the time where a search does', async () => {
    const db = await open()
    const { teamId, receive, clock, deps } = await mailInbox(db)
    await receive('red')
    const unreadOf = counting(deps)
    const young = () => unreadOf(teamId, [q('newer_than:1h')])
    expect(await young()).toEqual([1])
    clock.time += 3_600_001
    expect(await young()).toEqual([0])
  })

  test('of one team says nothing about another', async () => {
    const db = await open()
    const [ann, bob] = [await mailInbox(db), await mailInbox(db)]
    await ann.receive('red')
    const unreadOf = counting(ann.deps)
    expect(await unreadOf(ann.teamId, red)).toEqual([1])
    expect(await unreadOf(bob.teamId, red)).toEqual([0])
  })

  test('is counted with few searches at once, however many are asked for', async () => {
    const db = await open()
    const { teamId, receive, deps } = await mailInbox(db)
    await receive('x7', 'x7')
    const { watched, asked } = watching(db)
    const words = Array.from({ length: 50 }, (_, number) => q(`x${number}`))
    const unreadOf = counting({ ...deps, db: watched })
    expect(await unreadOf(teamId, words)).toEqual(words.map((_, number) => (number === 7 ? 2 : 0)))
    expect(asked.searches).toBe(50)
    expect(asked.most).toBe(3)
  })
})

/** How many searches were asked for, and the most at once. */
function watching(db: Database) {
  const asked = { searches: 0, most: 0 }
  let underWay = 0
  const within: FairShares['within'] = async (...search) => {
    asked.searches += 1
    underWay += 1
    asked.most = Math.max(asked.most, underWay)
    try {
      return await db.searches.within(...search)
    } finally {
      underWay -= 1
    }
  }
  return { asked, watched: { ...db, searches: { ...db.searches, within } } }
}

/** Holds the answer to the fourth question for a revision until `release` is called. */
function holdingRevision(db: Database) {
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let asked = 0
  const slow = db.sql.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some((row) => 'revision' in row) && ++asked === 4) {
        hold()
        await released
      }
      return result
    },
  })
  return { held, release, slow }
}
