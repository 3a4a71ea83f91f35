import { readUndamaged } from '../../db/damage.ts'
import type { Database } from '../../db/database.ts'
import { isRowRefused, storeTrouble } from '../../db/store-faults.ts'
import { summarize } from '../../mime/summary.ts'
import { addressKeys, otherPeople, searchEntry, snippetOf, type CaughtMail } from './mail-entry.ts'
import { listSources, listToIndex, setReadAgain } from './mail-ids-store.ts'

const mailsAtOnce = 50
/** Of sources that are in memory at once, unless one alone has more. */
const bytesAtOnce = 8 * 1024 * 1024
/** What could not be written, say on a full disk, is found this soon after it can. */
const retryMs = 1_000

type Deps = {
  db: Database
  pause: (ms: number) => Promise<unknown>
  onError: (error: unknown) => void
}

type Row = Awaited<ReturnType<typeof listToIndex>>[number]

/**
 * Writes the search words of mails that wait for them: after a migration that changed what is stored of
 * mails, after a process that was killed, and whenever the store missed some. Newest first and some at
 * a time, so that catching is not held up; mails that wait are missing from searches alone. While the
 * store does not answer or has no room, it is asked again and again. A mail that cannot be read or
 * whose words are refused holds up no other, and is tried again by the next run.
 */
export function createReindex({ db, pause, onError }: Deps) {
  let stopped = false
  let isWanted = false
  let working: Promise<void> | null = null

  function wake(): void {
    if (stopped) return
    isWanted = true
    working ??= work()
  }

  async function work(): Promise<void> {
    while (isWanted && !stopped) {
      isWanted = false
      await run().catch(onError)
    }
    working = null
  }

  async function run(): Promise<void> {
    // What the store is about to write by itself is not done twice.
    await db.wordsSettled()
    let below = Number.MAX_SAFE_INTEGER
    while (!stopped) {
      const page = { below, limit: mailsAtOnce }
      const waiting = (await untilDone(() => listToIndex(db.sql, page))) ?? []
      if (waiting.length === 0) return
      for (const group of groupsOf(waiting)) {
        const mails = (await untilDone(() => readMails(group))) ?? []
        await index(mails)
      }
      below = waiting.at(-1)?.id ?? 0
    }
  }

  /** Null once it is stopped. Only the first failure is reported: it may last for hours. */
  async function untilDone<T>(step: () => Promise<T>): Promise<T | null> {
    for (let failures = 0; !stopped; failures += 1) {
      try {
        return await step()
      } catch (error) {
        if (isRowRefused(error)) throw error
        if (failures === 0) onError(error)
        await pause(retryMs)
      }
    }
    return null
  }

  async function readMails(rows: Row[]): Promise<CaughtMail[]> {
    const ids = rows.map((row) => row.id)
    const found = await readUndamaged(ids, (some) => listSources(db, some))
    const stored = new Map(found.map(({ mail, read }) => [mail.id, read]))
    const mails: CaughtMail[] = []
    for (const { envelope_from, envelope_to, ...row } of rows) {
      const read = stored.get(row.id)
      // Deleted meanwhile, or damaged.
      if (!read) continue
      try {
        mails.push({
          id: row.id,
          teamId: row.team_id,
          envelope: { from: envelope_from, to: JSON.parse(envelope_to) as string[] },
          login: row.login,
          receivedAt: row.received_at,
          size: row.size,
          summary: summarize(await read()),
        })
      } catch (error) {
        // It will be read when the object store is back.
        if (storeTrouble(error)) throw error
        onError(error)
      }
    }
    return mails
  }

  async function index(mails: CaughtMail[]): Promise<void> {
    try {
      await untilDone(() => write(mails))
    } catch (error) {
      if (mails.length === 1) onError(error)
      else for (const mail of mails) await index([mail])
    }
  }

  async function write(mails: CaughtMail[]): Promise<void> {
    await db.transaction(async (tx) => {
      for (const { id, summary, envelope } of mails) {
        const keys = addressKeys(summary, envelope.to)
        const other_people = otherPeople(summary, envelope.to)
        await setReadAgain(tx, id, { ...keys, other_people, snippet: snippetOf(summary) })
      }
    })
    await db.write([{ reindex: mails.map(searchEntry) }])
  }

  return {
    /** Begins with what was left by others before. */
    start(): void {
      db.onWordsMissed(wake)
      wake()
    },
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

function groupsOf(rows: Row[]): Row[][] {
  const groups: Row[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    bytes += row.size
    const group = bytes <= bytesAtOnce ? groups.at(-1) : undefined
    if (group) group.push(row)
    else {
      groups.push([row])
      bytes = row.size
    }
  }
  return groups
}
