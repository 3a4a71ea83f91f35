import { setTimeout as pauseFor } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Tx } from '../../../db/database.ts'
import { lockTeam } from '../../../db/locks.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { findJudged } from '../find/waited-mail-store.ts'
import { listArrivals } from '../rows/arrival-store.ts'
import { guardMark, type Mark } from '../rows/mail-marks.ts'
import { changeMarks } from '../rows/mark-store.ts'
import { dueTeams, moveReached, type DueTeam } from './judging-store.ts'

export type JudgedMail = Awaited<ReturnType<typeof findJudged>>[number]

/** `write` adds rows of the judge's own, together with the marks. */
export type Judgement = {
  marks: ReadonlyMap<number, readonly Mark[]>
  /** How many mails it came to, from the first one on, where that is not all of them. */
  judged?: number
  write?: (tx: Tx) => Promise<void>
  /** Marks that are not written any more, asked while the team is held. */
  dropped?: (tx: Tx) => Promise<string[]>
}

/**
 * Says what to mark mails with, in the order of their arrival; null for a team that does not ask for it. `marks` of a
 * mail has what the judges before it said. The first mail is always judged; the others while it may go on.
 */
export type Judge = (
  teamId: number,
  mails: JudgedMail[],
  mayGoOn: () => boolean,
) => Promise<Judgement | null>

type Deps = Pick<FeatureDeps, 'db' | 'events' | 'now'> & {
  judges: readonly Judge[]
  onError: (error: unknown) => void
  pause?: (ms: number, value?: undefined, options?: { signal: AbortSignal }) => Promise<unknown>
  clock?: () => number
}

const teamsAtOnce = 200
/** Fewer while catching is busy, as the rest after a step is as much longer than it. */
const mailsAtOnce = { quiet: 100, busy: 25 }
const mostNamed = 50
/** The time of each judge in a step. One mail may take longer by itself. */
const budgetMs = 300
/** Owners whose last step took longer wait for all others, and then take turns one by one. */
const slowFromMs = 1_000
const ownersKnown = 10_000
/** Catching is busy when so many mails come in a second. Judging then takes a fortieth of the time. */
const busyFrom = 20
const restFactor = 40
/** So many may need the whole machine: judging waits until they are over, but no longer than the longest rest. */
const floodFrom = 200
const longestRestMs = 30_000
const secondMs = 1_000
/** A team whose step failed is tried again after so long. */
const failedForMs = 10_000
/** The first step under load comes after the rest of one that took so long. */
const usualStepMs = 75

/**
 * Judges new mail behind the commit, in the order of its arrival. The place that was reached is kept with the marks, in one
 * transaction: a kill loses nothing, and of two processes one is refused, so that each mail counts once. The owners of teams take turns,
 * then the teams of an owner, some mails at a time.
 */
export function createJudging(deps: Deps) {
  const { db, events, now, judges, onError, pause = pauseFor } = deps
  const { clock = () => performance.now() } = deps
  const stopping = new AbortController()
  let working: Promise<void> | null = null
  /** What the last step of an owner took, and how many mails the next one takes. */
  const lastSteps = new LRUCache<number, { tookMs: number; mails: number }>({ max: ownersKnown })
  /** Counts the mails of the present second, and of the one before it. */
  let caught = { mails: 0, before: 0, since: clock() }
  events.on('mailReceived', () => {
    const age = clock() - caught.since
    if (age >= secondMs) {
      caught = { mails: 0, before: age < 2 * secondMs ? caught.mails : 0, since: clock() }
    }
    caught.mails += 1
  })

  /** Resolves when no mail is left to judge. */
  const work = (): Promise<void> => (working ??= judgeAll().finally(() => (working = null)))

  async function judgeAll(): Promise<void> {
    const failed = new Set<number>()
    let [tookMs, forgetAt] = [usualStepMs, clock() + failedForMs]
    for (;;) {
      // While others always have new mail, this does not end.
      if (clock() >= forgetAt) {
        failed.clear()
        forgetAt = clock() + failedForMs
      }
      const due = await dueTeams(db.sql, teamsAtOnce, [...failed])
      if (due.length === 0) return
      const isSlow = ({ ownerId }: DueTeam) => (lastSteps.get(ownerId)?.tookMs ?? 0) > slowFromMs
      const { slow = [], quick = [] } = Object.groupBy(due, (team) =>
        isSlow(team) ? 'slow' : 'quick',
      )
      for (const team of [...quick, ...slow.slice(0, 1)]) {
        await rest(tookMs)
        if (stopping.signal.aborted) return
        const began = clock()
        let mails = 1
        try {
          mails = await step(team)
        } catch (error) {
          failed.add(team.teamId)
          onError(error)
        }
        tookMs = clock() - began
        lastSteps.set(team.ownerId, { tookMs, mails })
      }
    }
  }

  function caughtInSecond(): number {
    const age = clock() - caught.since
    if (age >= 2 * secondMs) return 0
    return age >= secondMs ? caught.mails : Math.max(caught.mails, caught.before)
  }

  const isCatching = () => caughtInSecond() >= busyFrom

  /** Ends as soon as catching is quiet. */
  async function rest(tookMs: number): Promise<void> {
    const isFlooded = caughtInSecond() >= floodFrom
    const wanted = isFlooded ? longestRestMs : Math.min(longestRestMs, restFactor * tookMs)
    const ms = isCatching() ? wanted : 0
    const quiet = new AbortController()
    const looking = setInterval(() => isCatching() || quiet.abort(), secondMs)
    const signal = AbortSignal.any([stopping.signal, quiet.signal])
    await pause(ms, undefined, { signal }).catch(() => {})
    clearInterval(looking)
  }

  /** Returns how many mails the next step of its owner may take. */
  async function step(team: DueTeam): Promise<number> {
    const { teamId, ownerId, reached } = team
    const most = mailsAtOnce[isCatching() ? 'busy' : 'quiet']
    const limit = Math.min(most, lastSteps.get(ownerId)?.mails ?? most)
    const arrivals = await listArrivals(db.sql, teamId, reached, { limit })
    let last = arrivals.at(-1)
    if (last === undefined) return most
    const ids = arrivals.map(({ id }) => id)
    const found = new Map((await findJudged(db.sql, teamId, ids)).map((mail) => [mail.id, mail]))
    let mails = ids.flatMap((id) => found.get(id) ?? [])
    const added = new Map<number, Mark[]>()
    const judgements: Judgement[] = []
    let wasCut = false
    for (const judge of mails.length === 0 ? [] : judges) {
      const until = clock() + budgetMs
      const mayGoOn = () => clock() < until && !stopping.signal.aborted
      const judgement = await judge(teamId, mails, mayGoOn)
      if (judgement === null) continue
      judgements.push(judgement)
      const { marks, judged = mails.length } = judgement
      const next = mails[judged]
      if (next !== undefined) {
        wasCut = true
        last = arrivals[ids.indexOf(next.id) - 1] ?? last
        mails = mails.slice(0, judged)
      }
      for (const [id, some] of marks) {
        if (some.length > 0) added.set(id, [...(added.get(id) ?? []), ...some])
      }
      mails = mails.map((mail) => {
        const some = marks.get(mail.id) ?? []
        const keys = [mail.marks ?? [], some.map(({ key }) => key)].flat()
        return some.length === 0 ? mail : { ...mail, marks: keys.join() }
      })
    }
    const { marker } = last
    const judged = new Set(mails.map(({ id }) => id))
    for (const id of added.keys()) if (!judged.has(id)) added.delete(id)
    await db.transaction(async (tx, afterCommit) => {
      if (added.size > 0) await lockTeam(tx, teamId)
      if (!(await moveReached(tx, team, marker, now()))) return
      const dropped = new Set<string>()
      for (const judgement of added.size === 0 ? [] : judgements) {
        for (const mark of (await judgement.dropped?.(tx)) ?? []) dropped.add(mark)
      }
      const kept = new Map(
        [...added].flatMap(([id, marks]) => {
          const some = marks.filter(({ key }) => !dropped.has(key))
          return some.length === 0 ? [] : [[id, some] as const]
        }),
      )
      const changes = [...kept].map(([id, add]) => [id, { add }] as const)
      const marked = await changeMarks(tx, teamId, new Map(changes))
      for (const { write } of judgements) await write?.(tx)
      if (marked.length > 0) afterCommit(() => tell(teamId, marked, kept))
    })
    return wasCut ? mails.length : Math.min(most, 2 * limit)
  }

  function tell(teamId: number, ids: number[], added: ReadonlyMap<number, Mark[]>): void {
    events.emit('mailsChanged', { teamId, what: 'marks', ids })
    const isOfGuard = ({ key }: Mark) => key.startsWith(guardMark(''))
    const broken = ids.filter((id) => added.get(id)?.some(isOfGuard))
    if (ids.some((id) => !added.get(id)?.every(isOfGuard))) {
      events.emit('teamOutdated', { teamId, userId: null, part: 'verdicts' })
    }
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
