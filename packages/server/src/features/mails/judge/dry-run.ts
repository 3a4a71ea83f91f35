import { limits, type DryRun, type GuardDemand } from '@mailstop/contract'
import type { TeamRequest } from '../../../actor.ts'
import { invalid } from '../../../errors.ts'
import { createFairShares } from '../../../lib/shares/fair-shares.ts'
import { servedClient } from '../../../lib/shares/served-client.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { not, row } from '../find/mail-condition.ts'
import { searchMails } from '../find/search-store.ts'
import { findJudged } from '../find/waited-mail-store.ts'
import {
  createCount,
  readsContents,
  searchOfBroken,
  type CountedMail,
  type Guard,
} from './guard-rules.ts'
import type { createGuardJudge } from './guard-judge.ts'
import { countSince } from './judging-store.ts'
import { readGuard } from './read-guard.ts'

type Deps = Pick<FeatureDeps, 'db' | 'now'> & {
  permit: Permit
  judgeAll: ReturnType<typeof createGuardJudge>['judgeAll']
}

const dayMs = 86_400_000
/** Mails of one question; fewer where each is read. */
const atOnce = { found: 5_000, rows: 1_000, read: 200 }

/** Says what a guard would have marked. Users take turns, as this reads a month of mail. */
export function createDryRun({ db, permit, now, judgeAll }: Deps) {
  const turns = createFairShares({
    total: 2,
    perUser: 1,
    waiting: 20,
    waitingPerUser: 2,
    waitMs: 10_000,
  })

  async function run(teamId: number, guard: Guard): Promise<DryRun> {
    const began = performance.now()
    const { signal } = servedClient()
    const mayGoOn = () => !signal?.aborted && performance.now() - began < limits.dryRunMs
    const since = now() - limits.dryRunDays * dayMs
    const total = await countSince(db.longReads, teamId, since)
    const bySearch = searchOfBroken(guard)
    const parts = [row({ column: 'received_at', atLeast: since })]
    if (bySearch) parts.push(bySearch)
    if (guard.except) parts.push(not(guard.except))
    const limit = atOnce[bySearch ? 'found' : readsContents(guard) ? 'read' : 'rows']
    const marked = new Set<number>()
    const counted: CountedMail[] = []
    let lookedAt = 0
    let ids: number[] = []
    do {
      const below = ids.at(-1)
      const page = { limit, ...(below !== undefined && { below }) }
      ids = await searchMails({ ...db, sql: db.longReads, teamId }, { kind: 'all', parts }, page)
      lookedAt += ids.length
      if (bySearch) for (const id of ids) marked.add(id)
      else await look(ids)
    } while (ids.length === limit && mayGoOn())
    const { isOver } = createCount([])
    for (const one of counted.toSorted((a, b) => a.mail - b.mail)) {
      if (isOver(guard, one)) marked.add(one.mail)
    }
    return {
      marked: marked.size,
      looked_at: ids.length < limit ? total : Math.min(lookedAt, total),
      total,
      days: limits.dryRunDays,
      ids: [...marked].toSorted((a, b) => b - a).slice(0, limits.dryRunListed),
    }

    async function look(some: number[]): Promise<void> {
      if (some.length === 0) return
      const mails = await findJudged(db.longReads, teamId, some)
      // The search has left out what is excused.
      const verdicts = await judgeAll([{ ...guard, except: null }], mails)
      for (const { id: mail, received_at: at } of mails) {
        const { broken = [], hashes = [] } = verdicts.get(mail) ?? {}
        if (broken.length > 0) marked.add(mail)
        for (const { hash } of hashes) counted.push({ hash, mail, at })
      }
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
    return turns.within(1, () => run(request.teamId, guard))
  }
}
