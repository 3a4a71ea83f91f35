import { setTimeout as pauseFor } from 'node:timers/promises'
import type { Tx } from '../../../db/database.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { findJudged } from '../find/waited-mail-store.ts'
import { listArrivals } from '../rows/arrival-store.ts'
import { guardMark } from '../rows/mail-marks.ts'
import { changeMarks } from '../rows/mark-store.ts'
import { dueTeams, moveReached, type DueTeam } from './judging-store.ts'

export type JudgedMail = Awaited<ReturnType<typeof findJudged>>[number]

/** `write` adds rows of the judge's own, together with the marks. */
export type Judgement = {
  marks: ReadonlyMap<number, readonly string[]>
  write?: (tx: Tx) => Promise<void>
}

/**
 * Says what to mark mails with, in the order of their arrival; null for a team that does not ask for it. `marks` of a
 * mail has what the judges before it said.
 */
export type Judge = (teamId: number, mails: JudgedMail[]) => Promise<Judgement | null>

type Deps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  judges: readonly Judge[]
  onError: (error: unknown) => void
  pause?: (ms: number, value?: undefined, options?: { signal: AbortSignal }) => Promise<unknown>
}

const teamsAtOnce = 200
/** Fewer while catching is busy, as the rest after a step is as much longer than it. */
const mailsAtOnce = { quiet: 100, busy: 25 }
const mostNamed = 50
/** Catching is busy when so many mails come in a second. Judging then takes a fortieth of the time. */
const busyFrom = 20
const restFactor = 40
const longestRestMs = 30_000
/** The first step under load comes after the rest of one that took so long. */
const usualStepMs = 75

/**
 * Judges new mail behind the commit, in the order of its arrival. The place that was reached is kept with the marks, in one
 * transaction: a kill loses nothing, and of two processes one is refused, so that each mail counts once. Teams take turns, some mails at
 * a time.
 */
export function createJudging({ db, events, now, judges, onError, pause = pauseFor }: Deps) {
  const stopping = new AbortController()
  let working: Promise<void> | null = null
  let caught = { mails: 0, since: performance.now() - 1_000, isBusy: false }
  events.on('mailReceived', () => void (caught.mails += 1))

  /** Resolves when no mail is left to judge. */
  const work = (): Promise<void> => (working ??= judgeAll().finally(() => (working = null)))

  async function judgeAll(): Promise<void> {
    const failed = new Set<number>()
    let tookMs = usualStepMs
    for (;;) {
      const due = (await dueTeams(db.sql, teamsAtOnce)).filter(({ teamId }) => !failed.has(teamId))
      if (due.length === 0) return
      for (const team of due) {
        await rest(tookMs)
        if (stopping.signal.aborted) return
        const began = performance.now()
        try {
          await step(team)
        } catch (error) {
          failed.add(team.teamId)
          onError(error)
        }
        tookMs = performance.now() - began
      }
    }
  }

  async function rest(tookMs: number): Promise<void> {
    const seconds = (performance.now() - caught.since) / 1_000
    if (seconds >= 1) {
      const isBusy = caught.mails / seconds >= busyFrom
      caught = { mails: 0, since: performance.now(), isBusy }
    }
    const ms = caught.isBusy ? Math.min(longestRestMs, restFactor * tookMs) : 0
    await pause(ms, undefined, { signal: stopping.signal }).catch(() => {})
  }

  async function step(team: DueTeam): Promise<void> {
    const { teamId, reached } = team
    const arrivals = await listArrivals(db.sql, teamId, reached, {
      limit: mailsAtOnce[caught.isBusy ? 'busy' : 'quiet'],
    })
    const last = arrivals.at(-1)
    if (last === undefined) return
    const ids = arrivals.map(({ id }) => id)
    const found = new Map((await findJudged(db.sql, teamId, ids)).map((mail) => [mail.id, mail]))
    let mails = ids.flatMap((id) => found.get(id) ?? [])
    const added = new Map<number, string[]>()
    const writes: ((tx: Tx) => Promise<void>)[] = []
    for (const judge of mails.length === 0 ? [] : judges) {
      const judgement = await judge(teamId, mails)
      if (judgement === null) continue
      const { marks, write } = judgement
      for (const [id, some] of marks) {
        if (some.length > 0) added.set(id, [...(added.get(id) ?? []), ...some])
      }
      if (write) writes.push(write)
      mails = mails.map((mail) => {
        const some = marks.get(mail.id) ?? []
        return some.length === 0 ? mail : { ...mail, marks: [mail.marks ?? [], some].flat().join() }
      })
    }
    await db.transaction(async (tx, afterCommit) => {
      if (!(await moveReached(tx, team, last.marker, now()))) return
      const changes = [...added].map(([id, add]) => [id, { add }] as const)
      const marked = await changeMarks(tx, teamId, new Map(changes))
      for (const write of writes) await write(tx)
      if (marked.length > 0) afterCommit(() => tell(teamId, marked, added))
    })
  }

  function tell(teamId: number, ids: number[], added: ReadonlyMap<number, string[]>): void {
    events.emit('mailsChanged', { teamId, what: 'marks', ids })
    const isOfGuard = (mark: string) => mark.startsWith(guardMark(''))
    const broken = ids.filter((id) => added.get(id)?.some(isOfGuard))
    if (broken.length === 0) return
    events.emit('guardsBroken', { teamId, ids: broken.slice(-mostNamed), count: broken.length })
  }

  return {
    work,
    /** Ends after the step under way. */
    async stop(): Promise<void> {
      stopping.abort()
      await working?.catch(() => {})
    },
  }
}
