import { Refusal } from '../../../../errors.ts'
import { meets, mailOfRow, wholeMail } from '../mail-match.ts'
import { readWords } from '../words/mail-words.ts'
import { findWaited, type WaitedRow } from '../waited-mail-store.ts'
import { isUnread, type MailSearch } from '../mail-condition.ts'
import type { SearchEngine, SearchPage, SearchScope, UnindexedMails } from '../search-engine.ts'
import { keptOf, newestUnindexed } from './unindexed-mails-store.ts'

const mostOfAll = 2_000
const mostCompared = 300
const mostBytes = 8 * 1024 * 1024

/** Null when the index has the words of all mail that was kept before. */
export async function findUnindexed(scope: SearchScope): Promise<UnindexedMails | null> {
  const { sql, teamId } = scope
  if (await scope.wordsSettled()) return null
  const ofAll = await newestUnindexed(sql, mostOfAll)
  if (ofAll.length === 0) return null
  const rows = await keptOf(sql, teamId, { ids: ofAll, limit: mostCompared + 1 })
  const ids = new Set<number>()
  let bytes = 0
  for (const { id, size } of rows) {
    bytes += size
    const isTooLarge = bytes > mostBytes && ids.size > 0
    if (isTooLarge || ids.size === mostCompared) return { ids, horizon: id }
    ids.add(id)
  }
  const horizon = ofAll.length === mostOfAll ? (ofAll.at(-1) ?? 0) : 0
  return ids.size === 0 && horizon === 0 ? null : { ids, horizon }
}

/** Searches the index for all other mail, and looks at these by themselves. */
export function lookingThrough(
  engine: SearchEngine,
  { ids, horizon }: UnindexedMails,
): SearchEngine {
  const words = new Map<number, ReturnType<typeof readWords>>()

  async function isMet(scope: SearchScope, search: MailSearch, row: WaitedRow): Promise<boolean> {
    const arrival = row.revision === null ? null : { revision: row.revision, mailId: row.id }
    const known = meets(search, { ...mailOfRow(row), arrival })
    if (known !== null) return known
    const reading = words.get(row.id) ?? readWords(scope, row)
    words.set(row.id, reading)
    const entry = await reading
    return entry !== null && meets(search, { ...wholeMail(row, entry), arrival }) === true
  }

  /** All at once, where there are so few. */
  async function matching(scope: SearchScope, search: MailSearch, within: number[]) {
    const found: number[] = []
    if (within.length === 0) return found
    const rows = await findWaited(scope.sql, scope.teamId, within)
    // One after the other: what is read of each is in memory.
    for (const row of rows) if (await isMet(scope, search, row)) found.push(row.id)
    return found
  }

  async function find(scope: SearchScope, search: MailSearch, page: SearchPage): Promise<number[]> {
    const { limit, offset = 0, below = Infinity, above = 0 } = page
    const end = offset + limit
    const lowest = Math.max(above, horizon)
    const compared = [...ids].filter((id) => id > lowest && id < below)
    const looked = await matching(scope, search, compared)
    const bounds = { ...page, ...(lowest > 0 && { above: lowest }) }
    const indexed = await engine.ids(scope, search, { ...bounds, offset: 0, limit: end + ids.size })
    const found = [...looked, ...indexed.filter((id) => !ids.has(id))]
    if (found.length < end && lowest > above) throw notReady()
    return found.toSorted((a, b) => b - a).slice(offset, end)
  }

  return {
    ...engine,
    ids: find,
    count: async (scope, search, page) => (await find(scope, search, page)).length,
    async countUnread(scope, search, page) {
      const found = await find(scope, search, page)
      const last = found.length < page.limit ? undefined : found.at(-1)
      const above = last === undefined ? page.above : last - 1
      const unread: MailSearch = { kind: 'all', parts: [search, isUnread] }
      const within = { ...page, ...(above !== undefined && { above }) }
      return (await find(scope, unread, within)).length
    },
  }
}

/** Their words are made in seconds, or in minutes where there are very many. */
const notReady = () => new Refusal('search_not_ready', { retryAfter: 1 })
