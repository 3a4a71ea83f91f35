import { limits } from '@mailstop/contract'
import type { Database } from '../../db/database.ts'
import type { Span } from '../../db/id-spans.ts'
import { asksForMarks, type MailSearch } from './search/mail-condition.ts'
import { searchMarks } from './search/search-store.ts'
import { fewAtOnce } from '../../lib/few-at-once.ts'
import { readChanges } from './mail-count-store.ts'
import { findUnread } from './mail-store.ts'
import {
  newWindow,
  onlyMarksChanged,
  refreshed,
  remarked,
  spansToSee,
  unreadIn,
  windowSize,
  type Change,
  type MatchWindow,
} from './match-window.ts'

/**
 * How much is unread of what pins select. What was found for a pin is kept with the revision of its
 * team's mail, a number in the store that every change of mail adds to in its own transaction, beside
 * a note of the mails it touched. So after a change only these are looked at again, whichever process
 * made it, and by one question for all pins where mails were only marked. The revision is read before
 * the mail: what is found may be newer than it, never older.
 */
const windowsKept = 2_000
const windowsOfTeam = 2 * limits.pinsPerTeam
/** After every revision there is: of what is counted for the first time no change matters. */
const unseen = Number.MAX_SAFE_INTEGER
/** One sidebar with many pins leaves room for what others ask meanwhile. */
const searchesAtOnce = 3

type Windows = Map<string, MatchWindow>

export function createUnreadCounts(db: Database, options: { counted?: number } = {}) {
  const { counted = limits.matchesCounted } = options
  const teams = new Map<number, Windows>()
  const turns = new Map<number, Promise<unknown>>()

  /** One question after the other for each team: the second finds what the first has looked up. */
  function inTurn<T>(teamId: number, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(teamId) ?? Promise.resolve()).then(work, work)
    turns.set(teamId, turn)
    const end = () => {
      if (turns.get(teamId) === turn) turns.delete(teamId)
    }
    turn.then(end, end)
    return turn
  }

  async function windowsFor(teamId: number, searches: Map<string, MailSearch>): Promise<Windows> {
    const known = teams.get(teamId) ?? new Map<string, MatchWindow>()
    const seen = [...searches.keys()].map((key) => known.get(key)?.revision ?? unseen)
    const { revision, changes } = await readChanges(db.sql, teamId, Math.min(unseen, ...seen))
    const unreadWithin = createUnreadReader(db, teamId)
    const found = await fewAtOnce(
      searchesAtOnce,
      [...searches],
      async ([key, search]): Promise<[string, MatchWindow]> => {
        const window = known.get(key)
        const kept =
          window && (await brought(window, { teamId, search, changes, revision, unreadWithin }))
        return [key, kept ?? (await anew(teamId, search, revision))]
      },
    )
    const windows = new Map(found)
    keep(teamId, known, windows)
    return windows
  }

  type Asked = {
    teamId: number
    search: MailSearch
    changes: Change[]
    revision: number
    unreadWithin: (spans: Span[]) => Promise<number[]>
  }

  /** Up to a revision or a later one; null when it is as well counted anew. */
  async function brought(window: MatchWindow, asked: Asked): Promise<MatchWindow | null> {
    const { teamId, search, changes } = asked
    const spans = spansToSee(window, changes, asked.revision)
    if (spans === null) return null
    const revision = Math.max(window.revision, changes.at(-1)?.revision ?? 0)
    if (spans.length === 0) return { ...window, revision }
    if (!asksForMarks(search) && onlyMarksChanged(window, changes)) {
      return remarked(window, { spans, unread: await asked.unreadWithin(spans), revision })
    }
    const found = await fewAtOnce(1, spans, async (span) => {
      const [from, to] = span
      const page = { from, below: to + 1, limit: to - from + 1 }
      return { span, ...(await searchMarks({ ...db, teamId }, search, page)) }
    })
    return refreshed(window, found, { counted, revision })
  }

  async function anew(teamId: number, search: MailSearch, revision: number): Promise<MatchWindow> {
    const marks = await searchMarks({ ...db, teamId }, search, { limit: windowSize(counted) })
    return newWindow(marks, counted, revision)
  }

  /** The first of a map is the one longest unused. */
  function keep(teamId: number, known: Windows, used: Windows): void {
    const windows = new Map([...[...known].filter(([key]) => !used.has(key)), ...used])
    teams.delete(teamId)
    teams.set(teamId, new Map([...windows].slice(-windowsOfTeam)))
    let count = [...teams.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [oldest, { size }] of teams) {
      if (count <= windowsKept) break
      teams.delete(oldest)
      count -= size
    }
  }

  /** Of the newest `counted` mails that each search finds. */
  return function unreadOf(teamId: number, searches: MailSearch[]): Promise<number[]> {
    // What is asked for relative to now differs at each moment, and so do these keys.
    const keys = searches.map((search) => JSON.stringify(search))
    const asked = new Map(keys.map((key, index) => [key, searches[index] as MailSearch]))
    return inTurn(teamId, async () => {
      const windows = await windowsFor(teamId, asked)
      return keys.map((key) => {
        const window = windows.get(key)
        return window ? unreadIn(window, counted) : 0
      })
    })
  }
}

/** Asks once for what several searches want to know. */
function createUnreadReader(db: Database, teamId: number) {
  const asked = new Map<string, Promise<number[]>>()

  async function read(spans: Span[]): Promise<number[]> {
    return (await fewAtOnce(1, spans, (span) => findUnread(db.sql, teamId, span))).flat()
  }
  return (spans: Span[]): Promise<number[]> => {
    const key = JSON.stringify(spans)
    const answer = asked.get(key) ?? read(spans)
    asked.set(key, answer)
    return answer
  }
}
