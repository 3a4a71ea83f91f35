import type { Sql } from '../../../db/database.ts'
import { listArrivals } from '../rows/arrival-store.ts'
import { markerOf, type Marker } from '../rows/mail-marker.ts'

/** Runs `work` after `ms`; returns what cancels it. */
export type Later = (work: () => void, ms: number) => () => void

const everyMs = 2_000
const arrivalsAtOnce = 1_000

type WatchDeps = {
  sql: Sql
  later: Later
  /** The teams with open waits. */
  teams: () => number[]
  /** Mails whose arrival was not sent to this process. */
  onMissed: (teamId: number, ids: number[]) => Promise<void>
  onError: (error: unknown) => void
}

/**
 * Where several processes share a store, one may be killed between a commit and telling the others. So the
 * order of arrival is read every two seconds for the teams with open waits, as far as it was not read before.
 */
export function createArrivalWatch({ sql, later, teams, onMissed, onError }: WatchDeps) {
  /** The marker of each team up to which all arrivals were heard, or were read. */
  const readUpTo = new Map<number, Marker>()
  /** Mails that were heard since the last reading but one: the message comes before or after the reading. */
  let heard = new Set<number>()
  let heardBefore = new Set<number>()
  let cancel: (() => void) | null = null
  let hasStopped = false

  async function readAll(): Promise<void> {
    const open = new Set(teams())
    for (const teamId of readUpTo.keys()) if (!open.has(teamId)) readUpTo.delete(teamId)
    for (const teamId of open) await readNext(teamId).catch(onError)
    heardBefore = heard
    heard = new Set()
    cancel = readUpTo.size > 0 && !hasStopped ? later(next, everyMs) : null
  }

  const next = () => void readAll()

  async function readNext(teamId: number): Promise<void> {
    for (;;) {
      const from = readUpTo.get(teamId)
      if (!from) return
      const arrivals = await listArrivals(sql, teamId, from, { limit: arrivalsAtOnce })
      const missed = arrivals
        .map(({ id }) => id)
        .filter((id) => !heard.has(id) && !heardBefore.has(id))
      if (missed.length > 0) await onMissed(teamId, missed)
      // It may have been forgotten meanwhile, and begun again further on.
      if (readUpTo.get(teamId) !== from) return
      const last = arrivals.at(-1)
      if (last) readUpTo.set(teamId, last.marker)
      if (arrivals.length < arrivalsAtOnce) return
    }
  }

  return {
    /** A wait of this team is open, which knows all that arrived up to this revision. */
    begin(teamId: number, revision: number): void {
      if (!readUpTo.has(teamId)) readUpTo.set(teamId, markerOf(revision))
      cancel ??= later(next, everyMs)
    },
    heard: (mailId: number): void => void heard.add(mailId),
    /** No socket of this team is open: the next one begins where it connects. */
    forget: (teamId: number): void => void readUpTo.delete(teamId),
    stop(): void {
      hasStopped = true
      cancel?.()
    },
  }
}
