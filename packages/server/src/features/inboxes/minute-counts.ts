import type { Tally } from '../../attempts/attempts.ts'
import { keepNewest } from '../../lib/shares/newest-kept.ts'

type Minute = { until: number; count: number; unshared: number }

type MinuteCountsDeps = {
  /** Adds to the counts of all processes; null: no other process catches mail. */
  share: Tally | null
  now: () => number
  onError: (error: unknown) => void
}

export type MinuteCounts = ReturnType<typeof createMinuteCounts>

const minuteMs = 60_000
const shareEveryMs = 500
const mostCounted = 10_000

/**
 * Counts mails of inboxes that take only so many within a minute, which begins with its first mail. Counted in memory,
 * so that no mail waits for it. Processes tell each other their counts every half second: until then each of them takes
 * as many as it knows of room for, so together they may take more.
 */
export function createMinuteCounts({ share, now, onError }: MinuteCountsDeps) {
  const minutes = new Map<string, Minute>()
  let timer: NodeJS.Timeout | null = null
  let hasStopped = false
  let sharing: Promise<void> = Promise.resolve()

  function minuteOf(key: string): Minute {
    const known = minutes.get(key)
    if (known && now() < known.until) return known
    const minute = { until: now() + minuteMs, count: 0, unshared: 0 }
    keepNewest(minutes, key, minute, mostCounted)
    return minute
  }

  async function shareNow(tally: Tally): Promise<void> {
    const own = [...minutes].filter(([, { unshared, until }]) => unshared > 0 && now() < until)
    if (own.length === 0) return
    const added = own.map(([key, { unshared }]) => ({ key, count: unshared }))
    for (const [, minute] of own) minute.unshared = 0
    try {
      for (const { key, count, endsInMs } of await tally(added)) {
        const minute = minuteOf(key)
        minute.until = now() + endsInMs
        minute.count = Math.max(minute.count, count + minute.unshared)
      }
    } catch (error) {
      // The others hear of them a little later, or, where the answer alone was lost, count them twice within this minute.
      for (const [index, [, minute]] of own.entries()) minute.unshared += added[index]?.count ?? 0
      if (!hasStopped) shareSoon(tally)
      throw error
    }
  }

  function shareSoon(tally: Tally): void {
    timer ??= setTimeout(() => {
      timer = null
      sharing = shareNow(tally).catch(onError)
    }, shareEveryMs).unref()
  }

  function fullFor(teamId: number, inbox: number, most: number): number | null {
    const known = minutes.get(`${teamId} ${inbox}`)
    return known && known.count >= most && now() < known.until ? known.until - now() : null
  }

  return {
    /** In how many milliseconds there is room again; null: there is. Counts nothing, as what asks may never send a mail. */
    fullFor,
    /** Counts one more mail; if it is one too many, returns in how many milliseconds there is room again. */
    add(teamId: number, inbox: number, most: number): number | null {
      const fullMs = fullFor(teamId, inbox, most)
      if (fullMs !== null) return fullMs
      const minute = minuteOf(`${teamId} ${inbox}`)
      minute.count += 1
      minute.unshared += 1
      if (share) shareSoon(share)
      return null
    },
    /** Resolves when the write under way has ended. */
    async stop(): Promise<void> {
      hasStopped = true
      clearTimeout(timer ?? undefined)
      await sharing
    },
  }
}
