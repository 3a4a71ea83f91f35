import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listMails, login, updateMail } from '@mailstop/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, type TestContext } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { searchMails } from '../../src/features/mails/find/search-store.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { createEvents } from '../../src/events.ts'
import { createIntake } from '../../src/features/mails/catch/mail-intake.ts'
import { createReindex } from '../../src/features/mails/keep/mail-reindex.ts'
import { selectMails } from '../../src/features/mails/find/mail-selection.ts'
import { insertVerifiedTeam } from '../support/factories.ts'
import { signUpPassword, startApp } from '../support/harness.ts'
import { enqueue, mailerOn } from '../support/mailer-on.ts'
import { sendMail } from '../clients/send-mail.ts'
import { mountSmallDisk } from '../disk-faults/small-disk.ts'
import { newFolder } from '../support/new-folder.ts'

type Room = { fill(): Promise<void>; free(): Promise<void> }
type Place = { folder: string; room: (db: Database) => Room }

const log = pino({ level: 'silent' })

/** A disk that is full, where this user may mount one. */
async function fullDisk(context: TestContext): Promise<Place> {
  const disk = mountSmallDisk(context, 16)
  return {
    folder: disk.folder,
    room: (db) => ({
      async fill() {
        // Empties the write-ahead log, so that nothing of it may be written over.
        await sql`pragma wal_checkpoint(truncate)`.execute(db.sql)
        disk.fill()
      },
      free: async () => disk.free(),
    }),
  }
}

/** The same error of SQLite's, for a file that may not grow: this needs no right to mount. */
async function fileThatMayNotGrow(): Promise<Place> {
  const folder = newFolder()
  const limit = (db: Database, pages: number) =>
    sql.raw(`pragma max_page_count = ${pages}`).execute(db.sql)
  return {
    folder,
    // SQLite takes the number of pages that there are where they are more.
    room: (db) => ({
      fill: async () => void (await limit(db, 1)),
      free: async () => void (await limit(db, 1_000_000)),
    }),
  }
}

/** A store with a team, and mail whose words need more room than what is left in a page. */
async function openIn({ folder, room }: Place) {
  const db = await openDatabase({ dataDir: folder, log, readers: 1 })
  onTestFinished(() => db.close())
  const teamId = await insertVerifiedTeam(db, 1)
  const intake = createIntake({ db, events: createEvents(() => {}) })
  const receive = (subject: string, bytes = 30_000) => {
    const body = randomBytes(bytes)
      .toString('hex')
      .replaceAll(/(.{12})/g, '$1 ')
    return intake.receive({
      teamId,
      envelope: { from: '', to: ['you@customer.test'] },
      source: new Uint8Array(Buffer.from(`Subject: ${subject}\r\n\r\n${body}`)),
      receivedAt: 1,
    })
  }
  async function found(q: string): Promise<number[]> {
    await db.wordsSettled()
    const selection = selectMails({ filter: 'all', q }, 0)
    const search = 'search' in selection && selection.search
    return search ? searchMails({ ...db, teamId }, search, { limit: 200 }) : []
  }
  return { db, receive, found, room: room(db) }
}

/** As the product runs it, but for how long it rests. `failed` resolves with the first failure. */
function startReindex(db: Database) {
  const failed = Promise.withResolvers<unknown>()
  const reindex = createReindex({ db, pause: () => pause(10), onError: failed.resolve })
  onTestFinished(() => reindex.stop())
  reindex.start()
  return { reindex, failed: failed.promise }
}

const full = expect.objectContaining({ errcode: 13 })

describe.each([
  { kind: 'a disk that is full', open: fullDisk },
  { kind: 'a file that may not grow', open: fileThatMayNotGrow },
])('on $kind', ({ open }) => {
  test('a mail that was kept is found as soon as there is room, however many were refused', async (context) => {
    const { db, receive, found, room } = await openIn(await open(context))
    const { reindex, failed } = startReindex(db)
    await reindex.idle()
    const kept = await receive('kept')
    await room.fill()
    expect(await found('kept')).toEqual([kept.id])
    expect(await failed).toEqual(full)
    for (let round = 0; round < 15; round += 1) {
      const refused = await Promise.allSettled(
        Array.from({ length: 100 }, () => receive('refused', 8_000)),
      )
      expect(refused.filter(({ status }) => status === 'fulfilled')).toEqual([])
    }
    await room.free()
    await reindex.idle()
    expect(await found('kept')).toEqual([kept.id])
    const next = await receive('next')
    expect(await found('next')).toEqual([next.id])
    expect(await found('refused')).toEqual([])
    expect(await db.sql.selectFrom('mails_to_index').selectAll().execute()).toEqual([])
  })

  test('mail that waits for its words since before the start is found as well', async (context) => {
    const { db, receive, found, room } = await openIn(await open(context))
    const kept = await receive('kept')
    await room.fill()
    expect(await found('kept')).toEqual([kept.id])
    // The process before this one kept the mail and no words of it.
    const { reindex, failed } = startReindex(db)
    expect(await failed).toEqual(full)
    await room.free()
    await reindex.idle()
    expect(await found('kept')).toEqual([kept.id])
  })
})

test('the whole product says that it is not available, and logs that once a second', async (context) => {
  const disk = mountSmallDisk(context, 32)
  const lines: { level: number; msg: string; left_out?: number }[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number])
  const env = { DATA_DIR: join(disk.folder, 'data') }
  const { origin, smtpPort, client, signUp } = await startApp(env, { log: pino({}, { write }) })
  const { api, team } = await signUp()
  await sendMail(smtpPort, team, { subject: 'kept', text: 'words' })
  const params = { team: String(team.id) }
  const listed = async (q?: string) =>
    (await api.must(listMails, { params, query: { ...(q && { q }) } })).data
  const [kept] = await listed('words')
  disk.fill()

  const unavailable = {
    status: 503,
    error: expect.objectContaining({ code: 'unavailable' }) as unknown,
  }
  const mark = () =>
    api.call(updateMail, {
      params: { ...params, mail: String(kept?.id) },
      body: { read: true },
    })
  const logIn = () =>
    client().call(login, { body: { email: 'ada@example.test', password: signUpPassword } })
  expect(await mark()).toMatchObject(unavailable)
  expect(await logIn()).toMatchObject(unavailable)
  for (const answer of await Promise.all(Array.from({ length: 50 }, mark))) {
    expect(answer).toMatchObject(unavailable)
  }
  const sent = Array.from({ length: 5 }, () =>
    sendMail(smtpPort, team, { subject: 'refused', text: 'x' }),
  )
  for (const outcome of await Promise.allSettled(sent)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { responseCode: 451 } })
  }
  expect(await listed()).toHaveLength(1)
  // Mail can still be read, and clients of SMTP are asked to come again.
  expect((await fetch(new URL('/readyz', origin))).status).toBe(200)

  disk.free()
  expect(await mark()).toMatchObject({ ok: true })
  expect(await logIn()).toMatchObject({ ok: true })
  await sendMail(smtpPort, team, { subject: 'next', text: 'x' })
  expect(await listed()).toHaveLength(2)
  const logged = (text: string) => lines.filter(({ msg }) => msg === text).length
  expect(logged('the store has no room')).toBeGreaterThan(0)
  expect(logged('the store has no room')).toBeLessThan(50)
  expect(logged('A mail could not be stored')).toBeGreaterThan(0)
  expect(lines.filter(({ level }) => level >= 50).map(({ msg }) => msg)).toEqual([])
})

const email = {
  kind: 'verification',
  to: 'ann@example.com',
  subject: 'Verify your email address',
  text: 'Hello',
  html: '<p>Hello</p>',
  link: 'http://localhost:8025/verify-email/abc',
}

test('a mailer starts on a full disk, and what the last process was sending waits', async (context) => {
  const place = await fullDisk(context)
  const { db, room } = await openIn(place)
  const last = mailerOn(db)
  await enqueue(db, last.mailer, email)
  await last.mailer.stop()
  await db.sql.updateTable('outbox').set({ claim: 'of the last process' }).execute()
  await room.fill()
  const next = mailerOn(db)
  await next.mailer.start()
  expect(next.logged.join('')).toContain('claims wait to lapse')
  await room.free()
})
