import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { storeTrouble } from '../../src/db/store-faults.ts'
import { Refusal } from '../../src/errors.ts'
import { createReindex } from '../../src/features/mails/keep/mail-reindex.ts'
import { createTrash, keptTrashMs } from '../../src/features/mails/keep/mail-trash.ts'
import { searchMails } from '../../src/features/mails/find/search-store.ts'
import { copyMigratedSqlite } from '../support/databases.ts'
import { startApp } from '../support/harness.ts'
import { mailInbox } from '../clients/mail-inbox.ts'
import { mountSmallDisk } from './small-disk.ts'

// DISK_MB=512 fills a larger disk, as often as DISK_ROUNDS says.
// oxlint-disable-next-line no-process-env -- read by this test only; the product has one reader
const megabytes = Number(process.env['DISK_MB'] ?? 24)
// oxlint-disable-next-line no-process-env -- as above
const rounds = Number(process.env['DISK_ROUNDS'] ?? 2)
const reserveBytes = (megabytes / 6) * 1024 * 1024
const log = pino({ level: 'silent' })

async function storeOn(context: TestContext) {
  const { folder } = mountSmallDisk(context, megabytes)
  await copyMigratedSqlite(folder)
  const db = await openDatabase({ dataDir: folder, log, readers: 1, reserveBytes })
  onTestFinished(() => db.close())
  const reindex = createReindex({ db, pause: () => pause(50), onError: () => {} })
  onTestFinished(() => reindex.stop())
  reindex.start()
  // The log of writes is to the small disk as the usual one to the usual disk.
  await sql.raw(`pragma wal_autocheckpoint = ${megabytes * 10}`).execute(db.sql)
  return { db, reindex, ...(await mailInbox(db)) }
}

type Store = Awaited<ReturnType<typeof storeOn>>

/** Sends mail of random sizes and words until some is refused; returns the ids of what was accepted, by its word. */
async function fill({ intake, teamId, clock }: Store, kept: Map<string, number>): Promise<void> {
  for (let refused = 0; refused < 3;) {
    const word = `w${randomBytes(8).toString('hex')}`
    const bytes = 1_000 + Math.floor(Math.random() * 300_000)
    const text = randomBytes(bytes)
      .toString('base64')
      .replaceAll(/(.{70})/g, '$1\r\n')
    const header = `Subject: ${word}\r\nContent-Type: application/octet-stream\r\n\r\n`
    const source = new Uint8Array(Buffer.from(header + text))
    const envelope = { from: '', to: ['you@customer.test'] }
    const receiving = intake.receive({ teamId, envelope, source, receivedAt: clock.time })
    const outcome: unknown = await receiving.then(
      ({ id }) => kept.set(word, id),
      (error: unknown) => storeTrouble(error),
    )
    if (outcome === kept) continue
    expect(outcome).toBe('no_room')
    refused += 1
  }
}

/**
 * Accepted mail that a search for its word does not find. On a full disk there is no room for words, so a search may say that
 * it cannot answer yet: that denies nothing.
 */
async function denied(store: Store, kept: Map<string, number>, isFull = false): Promise<string[]> {
  const missing: string[] = []
  for (const [word, id] of kept) {
    let found = await find(store, word)
    while (found === null && !isFull) {
      await pause(50)
      found = await find(store, word)
    }
    if (found !== null && found.join() !== String(id)) missing.push(word)
  }
  return missing
}

/** Null: the words of too much mail are missing. */
function find({ db, teamId }: Store, word: string): Promise<number[] | null> {
  const search = { kind: 'words' as const, words: { words: [word], prefix: false } }
  return searchMails({ ...db, teamId }, search, { limit: 10 }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'search_not_ready') return null
    throw error
  })
}

test(
  'a store that fills its disk loses and denies no mail, and goes on when some is deleted',
  { timeout: 1_800_000 },
  async (context) => {
    const store = await storeOn(context)
    const { db, changes, asker, clock, deps } = store
    await db.keepReserve()
    const kept = new Map<string, number>()
    for (let round = 0; round < rounds; round += 1) {
      const before = kept.size
      await fill(store, kept)
      expect(kept.size).toBeGreaterThan(before)
      expect(await denied(store, kept, true)).toEqual([])
      const half = [...kept].slice(0, Math.ceil(kept.size / 2))
      await changes.removeMany(asker, { ids: half.map(([, id]) => id) }, { withFlagged: true })
      for (const [word] of half) kept.delete(word)
      clock.time += 2 * keptTrashMs
      await createTrash(deps).sweep()
      await db.keepReserve()
    }
    expect(await denied(store, kept)).toEqual([])
    expect(await store.counters()).toMatchObject({ total: kept.size, isTrue: true })
    // The control: a mail that is gone is noticed.
    const [[word, id] = ['', 0]] = kept
    await changes.remove(asker, id)
    expect(await denied(store, kept)).toEqual([word])
  },
)

test('a new store has its reserve within seconds, before the first sweep', async () => {
  const { dataDir } = await startApp()
  const bytes = () => statSync(join(dataDir, 'reserve'), { throwIfNoEntry: false })?.size
  await expect.poll(bytes, { timeout: 20_000 }).toBe(32 * 1024 * 1024)
})
