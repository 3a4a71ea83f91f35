import type { Database } from '../../../db/database.ts'
import type { SearchEntry } from '../../../db/words/search-index.ts'
import { keepNewest } from '../../../lib/shares/newest-kept.ts'
import { countArrivals, findArrivals } from '../rows/arrival-store.ts'
import { readCounters } from '../rows/mail-count-store.ts'
import { readWords } from '../find/words/mail-words.ts'
import { isAfter, type Marker } from '../rows/mail-marker.ts'
import { requireOrder } from '../find/mail-selection.ts'
import { conditionsOf, type MailSearch } from '../find/mail-condition.ts'
import { searchMails } from '../find/search-store.ts'
import { mailOfRow, meets, wholeMail } from '../find/mail-match.ts'
import {
  bytesOfArrived,
  findArrived,
  findWaited,
  type WaitedRow,
} from '../find/waited-mail-store.ts'

/** Mails that match, each with its place in the order of arrival, as far as it has one. */
export type Found = Map<number, Marker | null>

export type Asked = {
  teamId: number
  search: MailSearch
  after: Marker | null
  recipientKey: string | null
  need: number
  order: 'newest' | 'oldest'
}

/** If more mails arrived, the index of words is quicker than comparing each: with a recipient, the store does. */
const mostCompared = 1_000
const mostOfRecipient = 5_000
/** This many are compared even if each was sent to very many: their rows are large. */
const fewArrivals = 50
const mostAddressBytes = 16 * 1024 * 1024
/** The same for mails whose source has to be read. */
const mostRead = { mails: 20, bytes: 2 * 1024 * 1024 }
/** Remembered entries, of some kilobytes each: many waits may ask for the entry of one mail at once. */
const entriesKept = 20
const idsAtOnce = 5_000
/** The most mails of one question for many waits, beside the mails of the last wait. */
const mostTogether = 500

export function createWaitLook({ db }: { db: Database }) {
  /** The mails that match now. `revision` is from before they were read: later ones may be missing. */
  async function look(asked: Asked): Promise<{ found: Found; revision: number }> {
    const { teamId, after } = asked
    const counters = await readCounters(db.sql, teamId)
    if (after !== null) requireOrder(after, counters)
    const found = await (after === null
      ? searchFor(asked, conditionsOf(asked.search))
      : lookAtArrivals(asked, after))
    return { found, revision: counters.revision }
  }

  async function lookAtArrivals(asked: Asked, after: Marker): Promise<Found> {
    const { teamId, recipientKey, search } = asked
    const most = recipientKey === null ? mostCompared : mostOfRecipient
    const arrivals = await countArrivals(db.sql, teamId, after, most + 1)
    if (arrivals === 0) return new Map()
    const words = () =>
      searchFor(asked, [...conditionsOf(search), { kind: 'row', test: { arrivedAfter: after } }])
    if (arrivals > most) return words()
    const isHeavy =
      arrivals > fewArrivals && (await bytesOfArrived(db.sql, teamId, after)) > mostAddressBytes
    if (isHeavy) return words()
    const rows = await findArrived(db.sql, teamId, after, recipientKey)
    const open = rows.filter((row) => meets(search, mailOfRow(row)) === null)
    const bytes = open.reduce((sum, { size }) => sum + size, 0)
    const isMuch = open.length > mostRead.mails || bytes > mostRead.bytes
    return isMuch ? words() : compare(asked, rows)
  }

  async function searchFor(asked: Asked, parts: MailSearch[]): Promise<Found> {
    const scope = { ...db, teamId: asked.teamId }
    const all: MailSearch = { kind: 'all', parts }
    const next = (limit: number, below?: number) =>
      searchMails(scope, all, { limit, ...(below !== undefined && { below }) })
    let ids: number[]
    if (asked.order === 'newest') ids = await next(asked.need)
    else {
      // A search returns the newest first. Only a wait after a marker asks for the oldest.
      ids = []
      for (let page = await next(idsAtOnce); page.length > 0;) {
        ids = [...ids, ...page].slice(-asked.need)
        page = page.length < idsAtOnce ? [] : await next(idsAtOnce, page.at(-1))
      }
    }
    const places = await findArrivals(db.sql, ids)
    return new Map(ids.map((id) => [id, places.get(id) ?? null]))
  }

  /** Returns which of these mails match now; only the place of the sure ones is read. */
  async function verify(asked: Asked, ids: ReadonlyMap<number, boolean>): Promise<Found> {
    const rows = await findTogether(asked.teamId, [...ids.keys()])
    return compare(asked, rows, (id) => Boolean(ids.get(id)))
  }

  type Question = { ids: Set<number>; rows: Promise<Map<number, WaitedRow>> }
  const questions = new Map<number, Question>()

  /** Waits that hear of the same mail ask in the same turn: the store is asked once, after all of them. */
  async function findTogether(teamId: number, ids: number[]): Promise<WaitedRow[]> {
    const question = questions.get(teamId) ?? ask(teamId)
    for (const id of ids) question.ids.add(id)
    if (question.ids.size >= mostTogether) questions.delete(teamId)
    const rows = await question.rows
    return ids.flatMap((id) => rows.get(id) ?? [])
  }

  function ask(teamId: number): Question {
    const ids = new Set<number>()
    const rows = new Promise((turn) => setImmediate(turn)).then(async () => {
      if (questions.get(teamId) === question) questions.delete(teamId)
      const found = await findWaited(db.sql, teamId, [...ids])
      return new Map(found.map((row) => [row.id, row]))
    })
    const question: Question = { ids, rows }
    questions.set(teamId, question)
    return question
  }

  async function compare(
    { search, after }: Asked,
    rows: WaitedRow[],
    isSure: (id: number) => boolean = () => false,
  ): Promise<Found> {
    const found: Found = new Map()
    for (const row of rows) {
      const place = row.revision === null ? null : { revision: row.revision, mailId: row.id }
      if (after !== null && (place === null || !isAfter(place, after))) continue
      if (isSure(row.id) || (await isMet(search, row))) found.set(row.id, place)
    }
    return found
  }

  /** Reads the source where the row does not decide. */
  async function isMet(search: MailSearch, row: WaitedRow): Promise<boolean> {
    const known = meets(search, mailOfRow(row))
    if (known !== null) return known
    const entry = await readEntry(row)
    return entry !== null && meets(search, wholeMail(row, entry)) === true
  }

  const entries = new Map<number, Promise<SearchEntry | null>>()

  /** The words of a mail, as intake made them; null when it is gone. They never change. */
  function readEntry(row: WaitedRow): Promise<SearchEntry | null> {
    const { id } = row
    const known = entries.get(id)
    if (known) return known
    const entry = readWords(db, row)
    keepNewest(entries, id, entry, entriesKept)
    const drop = () => {
      if (entries.get(id) === entry) entries.delete(id)
    }
    entry.then((made) => made ?? drop(), drop)
    return entry
  }

  return { look, verify, readEntry, isMet }
}

export type WaitLook = ReturnType<typeof createWaitLook>
