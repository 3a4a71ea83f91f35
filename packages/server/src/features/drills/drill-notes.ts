import { randomUUID } from 'node:crypto'
import { limits } from '@mailstop/contract'
import { createSoon, type SoonDeps } from '../../lib/process/soon.ts'
import { keepNewest } from '../../lib/shares/newest-kept.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { drillRun, type Scenarios } from '../scenarios/scenarios.ts'
import { attemptOf, sizeOf, type DrillAttempt } from './drill-attempt.ts'
import { insertAttempts, rowsAtOnce, type NewAttempt } from './drill-store.ts'

/** Times of which something is missing, in epoch milliseconds. */
export type Gap = { from: number; to: number }

/** A drill that runs: the field that names its mails, and how much this process has noted of it. */
export type NotedRun = {
  header: string | null
  count: number
  characters: number
  isFull: boolean
  /** Times of which attempts could not be written. */
  gaps: Gap[]
}

type NotesDeps = Pick<FeatureDeps, 'db' | 'now'> & {
  scenarios: Pick<Scenarios, 'whenActed'>
  /** Is called when there is something to look at. */
  noticed: () => void
} & SoonDeps

const writeTogetherMs = 250
/** Attempts that wait while the store takes none, and for how long; then they are missing, and the report says so. */
const waitForStore = { most: limits.drillAttempts, ms: 60_000 }
const mostRuns = 10_000
/** What one process notes of a drill, about; the rest is cut. */
export const mostCharacters = 20 * 1024 * 1024

/** Names the run of a drill, with the field that names its mails, so that every process knows it from the first attempt on. */
export const runNamed = (header: string | null): string =>
  `${drillRun}${randomUUID()} ${header ?? ''}`

const headerIn = (run: string): string | null =>
  run.slice(drillRun.length).split(' ').slice(1).join(' ') || null

/** Notes each attempt that the scenario of a drill sees, and writes some together. */
export function createDrillNotes(deps: NotesDeps) {
  const { db, now, scenarios, noticed } = deps
  const runs = new Map<string, NotedRun>()
  let added: NewAttempt[] = []
  let failingSince: number | null = null
  const writing = createSoon(writeAdded, writeTogetherMs, deps)

  scenarios.whenActed((event) => {
    if (!event.run.startsWith(drillRun)) return
    const run = runOf(event.run)
    if (run.isFull) return
    const attempt = attemptOf(event, now(), run.header)
    if (attempt === null) return
    count(run, attempt)
    added.push({ run: event.run, attempt })
    writing.ask()
    noticed()
  })

  function runOf(name: string): NotedRun {
    const known = runs.get(name) ?? {
      header: headerIn(name),
      count: 0,
      characters: 0,
      isFull: false,
      gaps: [],
    }
    keepNewest(runs, name, known, mostRuns)
    return known
  }

  function count(run: NotedRun, attempt: DrillAttempt): void {
    run.count += 1
    run.characters += sizeOf(attempt)
    run.isFull = run.count >= limits.drillAttempts || run.characters >= mostCharacters
  }

  async function writeAdded(): Promise<void> {
    try {
      while (added.length > 0) {
        const some = added.slice(0, rowsAtOnce)
        await insertAttempts(db.sql, some)
        added.splice(0, some.length)
      }
      failingSince = null
    } catch (error) {
      failingSince ??= now()
      if (added.length > waitForStore.most || now() - failingSince > waitForStore.ms) giveUp()
      noticed()
      throw error
    }
  }

  function giveUp(): void {
    for (const [name, [first]] of Map.groupBy(added, ({ run }) => run)) {
      const { gaps } = runOf(name)
      gaps.push({ from: first?.attempt.at ?? now(), to: now() })
      gaps.splice(0, gaps.length - 100)
    }
    added = []
    failingSince = null
  }

  return {
    runOf,
    /** Counts an attempt that is written elsewhere. */
    count,
    write: writing.now,
    areUnwritten: () => added.length > 0,
    forget: (name: string) => runs.delete(name),
  }
}
