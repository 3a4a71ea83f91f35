import { limits, type DryRun, type GuardDemand } from '@mailstop/contract'
import type { TeamRequest } from '../../../actor.ts'
import { invalid } from '../../../errors.ts'
import { createFairShares } from '../../../lib/shares/fair-shares.ts'
import { servedClient } from '../../../lib/shares/served-client.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { Permit } from '../../teams/teams.ts'
import { joined, not, row, type MailSearch } from '../find/mail-condition.ts'
import { searchMails } from '../find/search-store.ts'
import { findJudged } from '../find/waited-mail-store.ts'
import { createBackwardCount, readsContents, searchOfBroken, type Guard } from './guard-rules.ts'
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
    const asked = [
      row({ column: 'received_at', atLeast: since }),
      bySearch,
      guard.except && not(guard.except),
    ]
    const marked: number[] = []
    const pages = pagesOf(teamId, joined('all', asked), bySearch ? atOnce.found : pageOf(guard))
    const count = countOf(guard)
    let lookedAt = 0
    let isWhole = true
    for await (const ids of pages) {
      if (bySearch) for (const id of ids) marked.push(id)
      else for (const id of await judgeSome(teamId, guard, ids, count)) marked.push(id)
      lookedAt += ids.length
      if (!mayGoOn()) {
        isWhole = false
        break
      }
    }
    return {
      marked: marked.length,
      looked_at: isWhole ? total : Math.min(lookedAt, total),
      total,
      days: limits.dryRunDays,
      ids: marked.toSorted((a, b) => b - a).slice(0, limits.dryRunListed),
    }
  }

  /** The ids of all that is found, some at a time, newest first. */
  async function* pagesOf(teamId: number, search: MailSearch | null, limit: number) {
    const scope = { ...db, sql: db.longReads, teamId }
    const all = search ?? { kind: 'all' as const, parts: [] }
    let below: number | undefined
    for (;;) {
      const page = { limit, ...(below !== undefined && { below }) }
      const ids = await searchMails(scope, all, page)
      yield ids
      if (ids.length < limit) return
      below = ids.at(-1)
    }
  }

  async function judgeSome(
    teamId: number,
    guard: Guard,
    ids: number[],
    count: ReturnType<typeof countOf>,
  ): Promise<number[]> {
    if (ids.length === 0) return []
    const rows = await findJudged(db.longReads, teamId, ids)
    // The search has left out what is excused.
    const verdicts = await judgeAll([{ ...guard, except: null }], rows)
    return rows
      .toSorted((a, b) => b.id - a.id)
      .flatMap(({ id, received_at }) => {
        const { broken = [], hashes = [] } = verdicts.get(id) ?? {}
        const repeated = hashes.flatMap(({ hash }) => count(hash, id, received_at))
        return broken.length > 0 ? [id] : repeated
      })
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

const pageOf = (guard: Guard) => (readsContents(guard) ? atOnce.read : atOnce.rows)

/** A mail with several hashes is one mail. */
function countOf({ demand }: Guard): (hash: string, id: number, at: number) => number[] {
  if (demand.rule !== 'at_most') return () => []
  const count = createBackwardCount(demand.most, demand.minutes * 60_000)
  const known = new Set<number>()
  return (hash, id, at) =>
    count(hash, id, at).filter((one) => !known.has(one) && Boolean(known.add(one)))
}
