import { setTimeout as pause } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import type { Sql } from '../../../database.ts'
import { TaskAborted } from '../../../../lib/process/thread-pool.ts'
import { smallestWidth } from '../../mail-ranges/range-bounds.ts'
import { leastFinal, type NewSize } from './index-sizes.ts'
import { joinNewWords } from './join-new-words.ts'
import { indexNewWords, mergeSmallIndexes, type GrownRange } from './make-indexes.ts'
import { createNewWordsWatch } from './new-words-watch.ts'
import { createWordSweep, removeTeamWords } from './sweep-words.ts'
import { lastOfNewWords, listWithManySmall, listNewWords, sumNewWords } from './word-index-store.ts'
import { createWordThreads } from '../word-threads.ts'

/** How often new words are counted again: another process may have changed them. */
const countEveryMs = 60 * 60_000
/** New words are compared one by one until there is an index of them. */
export const indexEveryMs = 1_000
/** One that did not look for so long does not work. */
const notWorkingMs = 60_000
/** Indexes of one size that wait for each other, unless they are large together. */
const fewestToMerge = 8
/** While more new mail waits, searches become slower than catching may. */
const mostWaiting = 20_000
/** One step in this many looks for words without mail, also when there is other work. */
const sweepEvery = 50

const without = ({ mails, bytes, rows }: NewSize): NewSize => ({
  mails: -mails,
  bytes: -bytes,
  rows: -rows,
})

type IndexerDeps = {
  /** For transactions, and for reads that may last. */
  store: Sql
  now: () => number
  /** Mails wait for their words in `mails_to_index`. */
  onAwaited: () => void
  log?: BaseLogger
}

/**
 * Makes word indexes behind the catching of mail: of new words, and of indexes that are small. Each step is one transaction, so that it can end anywhere and be begun again. Teams take turns, with a step that
 * takes a second or two at most: one of very much mail holds up the others by that.
 */
export function createWordIndexer(given: IndexerDeps) {
  const { store, now } = given
  const threads = createWordThreads()
  const deps = { ...given, threads }
  const watch = createNewWordsWatch(now)
  const sweep = createWordSweep(deps)
  const grown = new Map<string, GrownRange>()
  let countedAt = -Infinity
  let lookedAt = -Infinity
  let steps = 0
  const ending = new AbortController()
  const { signal } = ending
  let working: Promise<void> | null = null

  async function look(): Promise<void> {
    if (now() < lookedAt + indexEveryMs) return
    lookedAt = now()
    const upTo = await lastOfNewWords(store)
    if (now() >= countedAt + countEveryMs) {
      watch.begin(upTo, await sumNewWords(store, upTo))
      addGrown(await listWithManySmall(store, { least: fewestToMerge, below: leastFinal }))
      countedAt = now()
      return
    }
    const { after, missing } = watch.wanted()
    if (upTo === after && missing.length === 0) return
    watch.found(upTo, await listNewWords(store, { after, upTo, missing }))
  }

  /** One for the indexes of a team in a range, or few. */
  function addGrown(found: readonly GrownRange[]): void {
    for (const one of found) {
      grown.set(`${one.team_id}/${Math.floor(one.first_mail / smallestWidth)}`, one)
    }
  }

  async function indexNew(): Promise<boolean> {
    const teamId = watch.next()
    if (teamId === undefined) return false
    const indexed = await indexNewWords(deps, teamId)
    if ('left' in indexed) watch.set(teamId, indexed.left)
    else watch.add(teamId, without(indexed.taken))
    addGrown(indexed.made.map(({ first_mail }) => ({ team_id: teamId, first_mail })))
    return true
  }

  async function join(): Promise<boolean> {
    const teamId = watch.nextWithManyRows()
    if (teamId === undefined) return false
    const joined = await joinNewWords(deps, teamId)
    // The rows that were made are seen as others that are new.
    if ('left' in joined) watch.set(teamId, joined.left)
    else watch.add(teamId, without(joined.taken))
    return true
  }

  async function merge(): Promise<boolean> {
    const [next] = grown
    if (next === undefined) return false
    const [key, one] = next
    grown.delete(key)
    // The largest of them may wait for others.
    if (await mergeSmallIndexes(deps, one)) grown.set(key, one)
    return true
  }

  /** New mail and small indexes in turn; what is gone, when there is time. */
  async function step(): Promise<boolean> {
    await look()
    steps += 1
    const usual = steps % 2 === 0 ? [indexNew, merge] : [merge, indexNew]
    const order =
      steps % sweepEvery === 0 ? [sweep.step, ...usual, join] : [...usual, join, sweep.step]
    for (const one of order) if (await one()) return true
    return false
  }

  async function workAll(): Promise<void> {
    for (;;) {
      const from = performance.now()
      if (signal.aborted || !(await step())) return
      if (watch.waiting() > mostWaiting) continue
      await pause(performance.now() - from, null, { signal }).catch(() => {})
    }
  }

  return {
    /** Goes on until there is nothing to do for now. Rests as long as it works, so that catching goes on meanwhile. */
    work(): Promise<void> {
      working ??= workAll()
        .catch((error: unknown) => {
          if (!(signal.aborted && error instanceof TaskAborted)) throw error
        })
        .finally(() => (working = null))
      return working
    },
    /** What waits for an index; null where another process works, as far as this one knows. */
    waiting(): { mails: number; ms: number } | null {
      if (working === null && lookedAt < now() - notWorkingMs) return null
      const since = watch.waitingSince()
      return { mails: watch.waiting(), ms: since === null ? 0 : Math.max(0, now() - since) }
    },
    removeOf: (teamId: number, until?: AbortSignal) => removeTeamWords(deps, teamId, until),
    rest: (): void => threads.rest(),
    async stop(): Promise<void> {
      ending.abort()
      await threads.stop()
      await working?.catch(() => {})
    },
  }
}
