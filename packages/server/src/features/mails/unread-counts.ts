import { setTimeout as pauseFor } from 'node:timers/promises'
import { limits } from '@mailstop/contract'
import type { Database } from '../../db/database.ts'
import type { MailSearch } from './search/mail-condition.ts'
import { countUnreadFound } from './search/search-store.ts'
import { serveToEnd } from '../../lib/served-client.ts'
import { readCounters } from './mail-count-store.ts'
import { selectMails, type PinnedQuery } from './mail-selection.ts'

/**
 * How much is unread among the newest mails that each pin of a team selects. All who ask about the
 * same pins at the same revision of the team's mail share one count. A team has one count under way,
 * and between two it rests, so that mail that keeps arriving does not keep the store counting.
 */
type Deps = { db: Database; now: () => number; pause?: (ms: number) => Promise<unknown> }

type Count = {
  /** The pins. */
  key: string
  /** Read before the mail: infinite until the count begins, and -1 when it failed. */
  revision: number
  begunAt: number
  unread: Promise<number[]>
  /** Resolves when the next count may begin; never rejects. */
  rested: Promise<unknown>
}

/** A team rests for as long as its last count took, and at most for this. */
const longestRestMs = 1_000
/** What a search with an age finds changes although no mail does. */
const longestSharedMs = 60_000
/** So that the many pins of one team leave room for other searches. */
const searchesAtOnce = 3
const teamsKept = 1_000

const anyMail: MailSearch = { kind: 'all', parts: [] }

export function createUnreadCounts({ db, now, pause = pauseFor }: Deps) {
  /** The last count of each team. The first of a map is the one longest unused. */
  const counts = new Map<number, Count>()

  function isCurrent(count: Count, key: string, revision: number): boolean {
    if (count.key !== key || count.revision < revision) return false
    return count.revision === Infinity || now() - count.begunAt < longestSharedMs
  }

  function begin(teamId: number, key: string, pins: PinnedQuery[]): Promise<number[]> {
    const before = counts.get(teamId)?.rested ?? Promise.resolve()
    const { promise: rested, resolve: rest } = Promise.withResolvers<unknown>()
    const count: Count = { key, revision: Infinity, begunAt: 0, unread: turn(), rested }
    keep(teamId, count)
    return count.unread

    async function turn(): Promise<number[]> {
      await before
      const from = performance.now()
      count.begunAt = now()
      try {
        count.revision = (await readCounters(db.sql, teamId)).revision
        return await unreadOfEach(teamId, pins)
      } catch (error) {
        count.revision = -1
        throw error
      } finally {
        rest(pause(Math.min(longestRestMs, performance.now() - from)))
      }
    }
  }

  async function unreadOfEach(teamId: number, pins: PinnedQuery[]): Promise<number[]> {
    // Once for all: words of mail that arrives during the count are not needed.
    const settled = db.wordsSettled()
    const scope = { ...db, teamId, wordsSettled: () => settled }
    const unread: number[] = []
    while (unread.length < pins.length) {
      const some = pins.slice(unread.length, unread.length + searchesAtOnce)
      const asked = some.map((pin) =>
        countUnreadFound(scope, searchOf(pin), { limit: limits.matchesCounted }),
      )
      unread.push(...(await Promise.all(asked)))
    }
    return unread
  }

  function searchOf({ type, query }: PinnedQuery): MailSearch {
    const selection = selectMails({ filter: 'all', [type]: query }, now())
    // One that was pinned before such searches were refused must not fail the counts of all.
    return ('problem' in selection ? null : selection.search) ?? anyMail
  }

  function keep(teamId: number, count: Count): void {
    counts.delete(teamId)
    counts.set(teamId, count)
    const [oldest] = counts.keys()
    if (counts.size > teamsKept && oldest !== undefined) counts.delete(oldest)
  }

  return async function unreadOf(teamId: number, pins: PinnedQuery[]): Promise<number[]> {
    if (pins.length === 0) return []
    const key = JSON.stringify(pins.map(({ type, query }) => [type, query]))
    const { revision } = await readCounters(db.sql, teamId)
    for (;;) {
      const last = counts.get(teamId)
      // Others wait for it too, so it does not end with the client that asked first.
      if (!last || !isCurrent(last, key, revision)) {
        return serveToEnd(() => begin(teamId, key, pins))
      }
      // A count that failed, perhaps for want of the first client's share, is made again for the next.
      const unread = await last.unread.catch(() => null)
      if (unread !== null) return unread
    }
  }
}
