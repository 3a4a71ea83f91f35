import { expect, onTestFinished, test, vi } from 'vitest'
import { createLimiter } from '../../attempts/attempts.ts'
import { describeEachDatabase } from '../../../test/support/databases.ts'
import { createMinuteCounts } from './minute-counts.ts'

const onError = (error: unknown) => {
  throw error
}

test('an inbox takes as many mails in a minute as it may, and says when it takes more', () => {
  const clock = { time: 0 }
  const counts = createMinuteCounts({ share: null, now: () => clock.time, onError })
  expect([1, 2, 3].map(() => counts.add(1, 2, 2))).toEqual([null, null, 60_000])
  // Another inbox, and one of another team.
  expect([counts.add(1, 3, 2), counts.add(2, 2, 2)]).toEqual([null, null])
  clock.time = 59_999
  expect(counts.add(1, 2, 2)).toBe(1)
  clock.time = 60_000
  expect(counts.add(1, 2, 2)).toBe(null)
})

test('mails that could not be shared are shared again, together with those that came since', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const clock = { time: 0 }
  const shared: number[][] = []
  const failures: unknown[] = []
  const away = new Error('away')
  let isAway = true
  const counts = createMinuteCounts({
    share: async (added) => {
      shared.push(added.map(({ count }) => count))
      if (isAway) throw away
      return added.map((each) => ({ ...each, endsInMs: 60_000 - clock.time }))
    },
    now: () => clock.time,
    onError: (error) => void failures.push(error),
  })
  for (let mail = 0; mail < 3; mail += 1) counts.add(1, 2, 100)
  await vi.advanceTimersByTimeAsync(500)
  counts.add(1, 2, 100)
  isAway = false
  await vi.advanceTimersByTimeAsync(500)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([shared, failures]).toEqual([[[3], [4]], [away]])
  // Mails of a minute that is over are not shared again.
  isAway = true
  counts.add(1, 2, 100)
  await vi.advanceTimersByTimeAsync(500)
  clock.time = 60_000
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shared).toEqual([[3], [4], [1]])
  await counts.stop()
})

describeEachDatabase('the processes on a database', (open) => {
  test('know soon how many mails the others took', async () => {
    const { sql } = await open()
    const now = () => 1_000
    const [one, other] = [1, 2].map(() => {
      const share = createLimiter({ sql, now }).tally('mails of inbox', 60_000)
      return createMinuteCounts({ share, now, onError })
    })
    for (let mail = 0; mail < 4; mail += 1) expect(one?.add(1, 2, 6)).toBe(null)
    expect(other?.add(1, 2, 6)).toBe(null)
    await vi.waitFor(async () => expect(other?.add(1, 2, 4)).toBeGreaterThan(0), 10_000)
    await one?.stop()
    await other?.stop()
  })
})
