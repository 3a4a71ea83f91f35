import { limits, type DryRun, type GuardDemand } from '@mailstop/contract'
import type { TeamRequest } from '../../../actor.ts'
import { invalid } from '../../../errors.ts'
import { createFairShares } from '../../../lib/shares/fair-shares.ts'
import { servedClient } from '../../../lib/shares/served-client.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { joined, not, row } from '../find/mail-condition.ts'
import { searchMails } from '../find/search-store.ts'
import { findJudged } from '../find/waited-mail-store.ts'
import { checkMarks } from '../rows/mail-marks.ts'
import {
  asksForVerdict,
  createCount,
  readsContents,
  searchOfBroken,
  type CountedMail,
  type Guard,
} from './guard-rules.ts'
import type { createGuardJudge } from './guard-judge.ts'
import { countSince } from './judging-store.ts'
import { readGuard, withInboxesOf } from './read-guard.ts'
import { listMails } from './violations.ts'

type Deps = Pick<FeatureDeps, 'db' | 'now'> & {
  permit: Permit
  judgeAll: ReturnType<typeof createGuardJudge>['judgeAll']
}

const dayMs = 86_400_000
/** A dry run that had its turn for so long lets others who wait come first. */
const turnMs = 5_000
/** Mails of one question; fewer where each is read. */
const atOnce = { found: 5_000, rows: 1_000, read: 200 }

/** Says what a guard would have marked. Users take turns, as this reads a month of mail. */
export function createDryRun({ db, permit, now, judgeAll }: Deps) {
  const turns = createFairShares({
    total: 2,
    perUser: 1,
    waiting: 20,
    waitingPerUser: 2,
    waitMs: 20_000,
  })

  /** Has a turn, and leaves it to others who wait. */
  async function inTurns<Result>(work: (mayGoOn: () => Promise<boolean>) => Promise<Result>) {
    const client = servedClient()
    // Its time includes what it waits for its turn.
    const until = AbortSignal.timeout(limits.dryRunMs)
    const signal = client.signal ? AbortSignal.any([client.signal, until]) : until
    let turn = await turns.take()
    let began = performance.now()
    async function mayGoOn(): Promise<boolean> {
      if (signal.aborted) return false
      if (performance.now() - began < turnMs || turns.stats().waiting === 0) return true
      turn.release()
      try {
        turn = await turns.take(1, { ...client, signal })
      } catch {
        return false
      }
      began = performance.now()
      return true
    }
    try {
      return await work(mayGoOn)
    } finally {
      turn.release()
    }
  }

  async function run(
    teamId: number,
    guard: Guard,
    mayGoOn: () => Promise<boolean>,
  ): Promise<DryRun> {
    const since = now() - limits.dryRunDays * dayMs
    // Mail that was not checked has no verdict yet, and says nothing of the guard.
    const marks = asksForVerdict(guard) ? checkMarks : []
    const total = await countSince(db.longReads, teamId, since, marks)
    const bySearch = searchOfBroken(guard)
    const parts = [row({ column: 'received_at', atLeast: since })]
    const checked = joined(
      'any',
      marks.map((mark) => row({ mark })),
    )
    if (checked) parts.push(checked)
    if (bySearch) parts.push(bySearch)
    if (guard.except) parts.push(not(guard.except))
    const limit = atOnce[bySearch ? 'found' : readsContents(guard) ? 'read' : 'rows']
    const marked = new Set<number>()
    const counted: CountedMail[] = []
    let lookedAt = 0
    let ids: number[] = []
    let isOver = false
    do {
      const below = ids.at(-1)
      const page = { limit, ...(below !== undefined && { below }) }
      ids = await searchMails({ ...db, sql: db.longReads, teamId }, { kind: 'all', parts }, page)
      if (bySearch) for (const id of ids) marked.add(id)
      const seen = bySearch ? ids.length : await look(ids)
      lookedAt += seen
      isOver = seen === ids.length && ids.length < limit
      if (seen < ids.length) break
    } while (!isOver && (await mayGoOn()))
    const count = createCount([])
    for (const one of counted.toSorted((a, b) => a.mail - b.mail)) {
      if (count.tooMany(guard, one) !== null) marked.add(one.mail)
    }
    return {
      marked: marked.size,
      looked_at: isOver ? total : Math.min(lookedAt, total),
      total,
      days: limits.dryRunDays,
      mails: await listMails(
        db.sql,
        teamId,
        [...marked].toSorted((a, b) => b - a).slice(0, limits.dryRunListed),
      ),
    }

    /** Returns how many of them it came to, the newest first. Mail that is gone counts as looked at. */
    async function look(some: number[]): Promise<number> {
      if (some.length === 0) return 0
      const found = await findJudged(db.longReads, teamId, some)
      const mails = found.toSorted((a, b) => b.id - a.id)
      // The search has left out what is excused.
      const verdicts = await judgeAll([{ ...guard, except: null }], mails, mayGoOn)
      for (const { id: mail, received_at: at } of mails) {
        const { broken = [], hashes = [] } = verdicts.get(mail) ?? {}
        if (broken.length > 0) marked.add(mail)
        for (const { hash } of hashes) counted.push({ hash, mail, at })
      }
      return verdicts.size === mails.length ? some.length : verdicts.size
    }
  }

  return async (
    request: TeamRequest<'change_mail'>,
    { demand, except }: { demand: GuardDemand; except: string | null },
  ): Promise<DryRun> => {
    await permit(db.sql, request)
    const tried = { id: 0, name: 'tried', demand: JSON.stringify(demand), except }
    const { guard, problems } = readGuard(tried, now())
    if (guard === null) throw invalid(problems)
    const known = await withInboxesOf(db.sql, request.teamId, guard)
    return inTurns((mayGoOn) => run(request.teamId, known, mayGoOn))
  }
}
