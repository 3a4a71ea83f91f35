import type { Database } from '../../../db/database.ts'
import type { SearchEntry } from '../../../db/words/search-index.ts'
import { isDamage } from '../../../db/store-files/damage.ts'
import { isRowRefused, storeTrouble } from '../../../db/store-faults.ts'
import { summarize } from '../../../mime/summary.ts'
import {
  addressKeys,
  otherPeople,
  peopleOf,
  searchEntry,
  snippetOf,
} from '../find/words/mail-entry.ts'
import { entryOfRow } from '../find/words/mail-words.ts'
import { listSources, listToIndex, setReadAgain } from '../rows/mail-ids-store.ts'
import { inGroups } from '../../../lib/shares/in-groups.ts'
import { storedList } from '../../../lib/json/stored-list.ts'

const mailsAtOnce = 50
/** Bytes of the sources that are in memory at once, unless one alone has more. */
const bytesAtOnce = 8 * 1024 * 1024
/** What could not be written, say on a full disk, is found this soon after it can. */
const retryMs = 1_000

type Deps = {
  db: Database
  pause: (ms: number) => Promise<unknown>
  onError: (error: unknown) => void
}

type Row = Awaited<ReturnType<typeof listToIndex>>[number]

type MadeWords = { entry: SearchEntry; columns?: Parameters<typeof setReadAgain>[2] }
type Made = { words: MadeWords[]; areAll: boolean }

/**
 * Writes the search words of mails that wait for them: after a migration that changed what is stored of mails, after
 * a process was killed, and whenever the store missed some. Newest first and some at a time, so that catching is not
 * held up; searches look at waiting mails by themselves (`search/unindexed/`). While the store does not answer or has
 * no room, it tries again. A mail that cannot be read or whose words are refused holds up no other, and is tried
 * again by the next run; if only its source is damaged, the words of its row are written.
 */
export function createReindex({ db, pause, onError }: Deps) {
  let stopped = false
  let isWanted = false
  let working: Promise<boolean> | null = null

  /** Resolves with whether the words of all mails are made that waited for them. */
  async function makeWords(): Promise<boolean> {
    if (stopped) return false
    isWanted = true
    return (working ??= work())
  }

  async function work(): Promise<boolean> {
    let isDone = false
    while (isWanted && !stopped) {
      isWanted = false
      isDone = await run().catch((error: unknown) => {
        onError(error)
        return false
      })
    }
    working = null
    return isDone
  }

  async function run(): Promise<boolean> {
    // What the store is about to write by itself is not done twice.
    await db.wordsSettled()
    let below = Number.MAX_SAFE_INTEGER
    let areAllMade = true
    while (!stopped) {
      const page = { below, limit: mailsAtOnce }
      const waiting = (await untilDone(() => listToIndex(db.sql, page))) ?? []
      if (waiting.length === 0) break
      for (const group of inGroups(waiting, { cost: bytesAtOnce }, ({ size }) => size)) {
        const made = await untilDone(() => readMails(group))
        const areWritten = made !== null && (await index(made.words))
        areAllMade &&= areWritten && made.areAll
      }
      below = waiting.at(-1)?.id ?? 0
    }
    return areAllMade && !stopped
  }

  /** Null once it is stopped. Only the first failure is reported: it may last for hours. */
  async function untilDone<T>(step: () => Promise<T>): Promise<T | null> {
    for (let failures = 0; !stopped; failures += 1) {
      try {
        return await step()
      } catch (error) {
        if (isRowRefused(error) || isDamage(error)) throw error
        if (failures === 0) onError(error)
        await pause(retryMs)
      }
    }
    return null
  }

  /** Where a page of the store is damaged, what can be read without it is. */
  async function readMails(rows: Row[]): Promise<Made> {
    try {
      return await readTogether(rows)
    } catch (error) {
      if (!isDamage(error)) throw error
      const [only] = rows
      if (only && rows.length === 1) return { words: [{ entry: entryOfRow(only) }], areAll: true }
      const each: Made[] = []
      for (const row of rows) each.push(await readMails([row]))
      return {
        words: each.flatMap(({ words }) => words),
        areAll: each.every(({ areAll }) => areAll),
      }
    }
  }

  async function readTogether(rows: Row[]): Promise<Made> {
    const ids = rows.map((row) => row.id)
    const stored = new Map((await listSources(db, ids)).map(({ mail, read }) => [mail.id, read]))
    const made: Made = { words: [], areAll: true }
    for (const row of rows) {
      const read = stored.get(row.id)
      // Deleted meanwhile, or damaged.
      if (!read) continue
      try {
        made.words.push(wordsOf(row, await read()))
      } catch (error) {
        // It will be read when the object store is back.
        if (storeTrouble(error) && !isDamage(error)) throw error
        onError(error)
        // Whose source is damaged would wait for ever.
        if (isDamage(error)) made.words.push({ entry: entryOfRow(row) })
        else made.areAll = false
      }
    }
    return made
  }

  /** Whether all could be written. */
  async function index(words: MadeWords[]): Promise<boolean> {
    try {
      await untilDone(() => write(words))
      return true
    } catch (error) {
      if (words.length === 1) onError(error)
      else for (const one of words) await index([one])
      return false
    }
  }

  async function write(words: MadeWords[]): Promise<void> {
    await db.transaction(async (tx) => {
      for (const { entry, columns } of words) {
        if (columns) await setReadAgain(tx, entry.mail_id, columns)
      }
    })
    await db.write([{ reindex: words.map(({ entry }) => entry) }])
  }

  return {
    /** Begins with what was left by others before. */
    start: (): void => db.onWordsMissed(makeWords),
    /** Resolves when there is nothing left that can be done. */
    async idle(): Promise<void> {
      while (working) await working
    },
    /** Resolves when the step under way has ended. */
    async stop(): Promise<void> {
      stopped = true
      await working
    },
  }
}

function wordsOf({ envelope_from, envelope_to, ...row }: Row, source: Uint8Array): MadeWords {
  const summary = summarize(source)
  const envelope = { from: envelope_from, to: storedList<string>(envelope_to) }
  const people = peopleOf(summary, envelope.to)
  const { id, team_id: teamId, inbox_id: inbox, login, received_at: receivedAt, size } = row
  return {
    entry: searchEntry({ id, teamId, inbox, envelope, login, receivedAt, size, summary, people }),
    columns: {
      ...addressKeys(people),
      other_people: otherPeople(summary, people.unnamed),
      snippet: snippetOf(summary),
    },
  }
}
