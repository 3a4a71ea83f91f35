import { sql } from 'kysely'
import type { Sql } from '../../../db/database.ts'
import type { MailSearch } from './mail-condition.ts'
import { type Extent, type Found, idsOfMail } from './search-spans.ts'

/** Which of the newest mails of a team are kept, and which are unread, for searches at the same time. */
export type KeptRows = ReturnType<typeof createKeptRows>

/** Two small indexes return this many mails in the time of one lookup. */
const readForOne = 8
/** The most mails in all. Mails are not spread evenly over their ids, so the read ones are counted too. */
const mostMails = 60_000

/** Ids below the end of `extent` are asked for. What is known is extended downwards, and read once. */
export function createKeptRows(scope: { sql: Sql; teamId: number }, extent: Extent) {
  /** The newest first. */
  const kept: number[] = []
  const unread: number[] = []
  const apart = idsOfMail(extent)
  let knownFrom = extent.end
  let areTooMany = false
  let reading: Promise<void> = Promise.resolve()

  /** Null where looking up each is quicker, or necessary. */
  async function among(
    ids: readonly number[],
    conditions: readonly MailSearch[],
  ): Promise<Found | null> {
    const lowest = ids.at(-1)
    const tests = conditions.map(testOf)
    if (lowest === undefined || tests.includes(null)) return null
    const mails = (below: number) => (below - lowest) / apart
    if (mails(knownFrom) > readForOne * ids.length || mails(extent.end) > mostMails) return null
    // One after the other: the next needs what this one reads.
    const ready = reading.catch(() => {}).then(() => readFrom(lowest))
    reading = ready
    await ready
    if (lowest < knownFrom) return null
    const found = tests.reduce<readonly number[]>(
      (left, test) => (test === 'unread' ? inBoth(left, unread) : without(left, unread)),
      inBoth(ids, kept),
    )
    return { ids: [...found], unread: inBoth(found, unread) }
  }

  /** Reads nothing more where there are too many. */
  async function readFrom(lowest: number): Promise<void> {
    if (lowest >= knownFrom || areTooMany) return
    const left = mostMails - kept.length
    const { sql: store, teamId } = scope
    // Not as `inTeam` has it: without a limit the planner has no better index, and it takes a third of the time.
    const within = sql`team_id = ${teamId} and id >= ${lowest} and id < ${knownFrom}`
    // The planner costs a materialized CTE as fully read; only LIMIT rows are.
    const { rows } = await sql<{ kept: number[]; unread: number[] }>`
      with kept as materialized (
        select id from mails where ${within} and trashed_at is null order by id desc
      ), unread as materialized (
        select id from mails where ${within} and read_at is null and trashed_at is null
        order by id desc
      )
      select array(select id from kept limit ${left + 1}) as kept,
        array(select id from unread limit ${left + 1}) as unread`.execute(store)
    const [read = { kept: [], unread: [] }] = rows
    areTooMany = read.kept.length > left
    if (areTooMany) return
    for (const id of read.kept) kept.push(id)
    for (const id of read.unread) unread.push(id)
    knownFrom = lowest
  }

  return { among }
}

type Test = 'unread' | 'read' | null

/** Null for what is not known. */
function testOf(condition: MailSearch): Test {
  const { kind } = condition
  if (kind === 'not') return testOf(condition.part) === 'unread' ? 'read' : null
  return kind === 'row' && 'is' in condition.test && condition.test.is === 'unread'
    ? 'unread'
    : null
}

/** Both lists descend. */
function inBoth(ids: readonly number[], others: readonly number[]): number[] {
  let at = 0
  return ids.filter((id) => {
    at = firstDownTo(others, id, at)
    return others[at] === id
  })
}

function without(ids: readonly number[], others: readonly number[]): number[] {
  const found = new Set(inBoth(ids, others))
  return ids.filter((id) => !found.has(id))
}

/** The first place in a descending list, from `from` on, that has at most `id`. */
function firstDownTo(ids: readonly number[], id: number, from: number): number {
  let [low, high] = [from, ids.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) > id) low = middle + 1
    else high = middle
  }
  return low
}
