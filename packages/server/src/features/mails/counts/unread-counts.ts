import { setTimeout as pauseFor } from 'node:timers/promises'
import { limits } from '@mailstop/contract'
import type { Database } from '../../../db/database.ts'
import { keepNewest } from '../../../lib/shares/newest-kept.ts'
import type { MailSearch } from '../find/mail-condition.ts'
import { countUnreadFound, searchTogether, type SearchScope } from '../find/search-store.ts'
import { serveToEnd } from '../../../lib/shares/served-client.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import { selectMails, type AskedPin } from '../find/mail-selection.ts'

type Deps = { db: Database; now: () => number; pause?: (ms: number) => Promise<unknown> }

type Count = {
  /** Pins by key. More are added until the count begins. */
  pins: Map<string, AskedPin>
  /** Read before the mail: null until the count begins, Infinity while it is read, and -1 when it failed. */
  revision: number | null
  /** The newest revision that the askers have read: their mail is committed before this count reads. */
  known: number
  begunAt: number
  /** Unread mail of each pin, by its key. */
  unread: Promise<Map<string, number>>
  /** Resolves when the next count may begin; never rejects. */
  rested: Promise<unknown>
}

/** A team rests for as long as its last count took, and at most for this. */
const longestRestMs = 1_000
/** What a search with an age finds changes although no mail does. */
const longestSharedMs = 60_000
/** Leaves room for other searches beside the many pins of one team. */
const searchesAtOnce = 3
const teamsKept = 1_000
/** Pins of one count: pins that others delete and make meanwhile are counted as well. */
const mostPins = 2 * limits.pinsPerTeam

const anyMail: MailSearch = { kind: 'all', parts: [] }

/**
 * Counts unread mail among the newest mails that each pin of a team selects. All requests at the same revision of the
 * team's mail share one count. A team has one count under way and one that waits, however many ask. Between two it
 * rests, so that mail that keeps arriving does not keep the store counting.
 */
export function createUnreadCounts({ db, now, pause = pauseFor }: Deps) {
  /** The last count of each team. The first of a map is the one longest unused. */
  const counts = new Map<number, Count>()

  /** Whether a count has, or will have, what is asked for. A count that waits gets the pins that it lacks. */
  function answers(count: Count, pins: Map<string, AskedPin>, revision: number): boolean {
    if (count.revision === null) {
      const all = new Map([...count.pins, ...pins])
      if (all.size <= mostPins) count.pins = all
      return true
    }
    count.known = Math.max(count.known, revision)
    if (count.revision < revision || now() - count.begunAt >= longestSharedMs) return false
    return [...pins.keys()].every((key) => count.pins.has(key))
  }

  function begin(teamId: number, pins: Map<string, AskedPin>): Count {
    const previous = counts.get(teamId)
    const { promise: rested, resolve: rest } = Promise.withResolvers<unknown>()
    const count: Count = { pins, revision: null, known: 0, begunAt: 0, unread: turn(), rested }
    keepNewest(counts, teamId, count, teamsKept)
    return count

    async function turn(): Promise<Map<string, number>> {
      await previous?.rested
      const from = performance.now()
      count.begunAt = now()
      // No more pins from here on.
      count.revision = Infinity
      try {
        const { revision } = await readCounters(db.sql, teamId)
        count.revision = Math.max(revision, count.known)
        const known = await knownFrom(previous, count)
        const lacking = [...count.pins].filter(([key]) => !known.has(key))
        const unread = await unreadOfEach(
          teamId,
          lacking.map(([, pin]) => pin),
        )
        return new Map([...known, ...lacking.map(([key], at) => [key, unread[at] ?? 0] as const)])
      } catch (error) {
        count.revision = -1
        throw error
      } finally {
        rest(pause(Math.min(longestRestMs, performance.now() - from)))
      }
    }
  }

  /** What the count before found at the same revision: a pin that is new costs one search. */
  async function knownFrom(
    previous: Count | undefined,
    count: Count,
  ): Promise<Map<string, number>> {
    const isSame = previous?.revision === count.revision
    const isFresh = previous && now() - previous.begunAt < longestSharedMs
    if (!isSame || !isFresh || previous.pins.size + count.pins.size > mostPins) return new Map()
    count.begunAt = previous.begunAt
    count.pins = new Map([...previous.pins, ...count.pins])
    return previous.unread
  }

  async function unreadOfEach(teamId: number, pins: AskedPin[]): Promise<number[]> {
    return searchTogether({ ...db, teamId }, (scope) => countEach(scope, pins))
  }

  /** Some at a time, and the next whenever one is done. */
  async function countEach(scope: SearchScope, pins: AskedPin[]): Promise<number[]> {
    const unread = pins.map(() => 0)
    const left = [...pins.entries()]
    async function countNext(): Promise<void> {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [at, pin] = next
        unread[at] = await countUnreadFound(scope, searchOf(pin), { limit: limits.matchesCounted })
      }
    }
    const counting = Array.from({ length: searchesAtOnce }, countNext)
    try {
      await Promise.all(counting)
      return unread
    } finally {
      // After an error the other counts have no reader.
      left.length = 0
    }
  }

  function searchOf({ type, query, time_zone }: AskedPin): MailSearch {
    const selection = selectMails({ filter: 'all', [type]: query, time_zone }, now())
    // One that was pinned before such searches were refused must not fail the counts of all.
    return ('problems' in selection ? null : selection.search) ?? anyMail
  }

  return async function unreadOf(teamId: number, pins: AskedPin[]): Promise<number[]> {
    if (pins.length === 0) return []
    const keys = pins.map(({ type, query, time_zone }) => JSON.stringify([type, query, time_zone]))
    const asked = new Map(pins.map((pin, index) => [keys[index] ?? '', pin]))
    const { revision } = await readCounters(db.sql, teamId)
    for (;;) {
      const last = counts.get(teamId)
      const shared = last && answers(last, asked, revision) ? last : null
      // Others wait for it too, so it does not end with the client that asked first.
      const { unread } = shared ?? serveToEnd(() => begin(teamId, asked))
      // A count that failed, perhaps for want of the first client's share, is made again for the next.
      const found = await (shared ? unread.catch(() => null) : unread)
      const counted = keys.map((key) => found?.get(key))
      if (counted.every((count) => count !== undefined)) return counted
    }
  }
}
