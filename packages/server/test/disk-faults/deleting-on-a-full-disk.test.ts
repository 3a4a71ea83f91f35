import { randomBytes } from 'node:crypto'
import { statSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { storeTrouble } from '../../src/db/store-faults.ts'
import { createTrash, keptTrashMs } from '../../src/features/mails/keep/mail-trash.ts'
import { copyMigratedSqlite } from '../support/databases.ts'
import { mailInbox } from '../clients/mail-inbox.ts'
import { mountSmallDisk } from './small-disk.ts'

const log = pino({ level: 'silent' })
const mailBytes = 100_000
const reserveBytes = 4 * 1024 * 1024

/** A disk that another program fills; the log of writes has no room of its own left. */
async function fullDisk(context: TestContext, { withReserve }: { withReserve: boolean }) {
  const disk = mountSmallDisk(context, 32)
  const dataDir = disk.folder
  await copyMigratedSqlite(dataDir)
  const db = await openDatabase({ dataDir, log, readers: 1, reserveBytes })
  onTestFinished(() => db.close())
  if (withReserve) await db.keepReserve()
  const inbox = await mailInbox(db)
  const { teamId, intake, clock } = inbox
  const receive = () =>
    intake.receive({
      teamId,
      envelope: { from: '', to: ['you@customer.test'] },
      source: new Uint8Array(Buffer.from(`\r\n${randomBytes(mailBytes / 2).toString('hex')}`)),
      receivedAt: clock.time,
    })
  const ids: number[] = []
  for (let count = 0; count < 20; count += 1) ids.push((await receive()).id)
  await db.wordsSettled()
  await sql`pragma wal_checkpoint(truncate)`.execute(db.sql)
  disk.fill()
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => storeTrouble(error),
    )
  return { ...inbox, db, disk, ids, outcome, receive, reserve: join(dataDir, 'reserve') }
}

test('mail is deleted on a full disk, and new mail takes its room', async (context) => {
  const full = await fullDisk(context, { withReserve: true })
  const { db, disk, ids, changes, asker, clock, deps, outcome, receive, reserve } = full
  expect(await outcome(receive())).toBe('no_room')
  expect(await db.faults()).toEqual(['no_room'])
  const [first = 0, ...others] = ids
  expect(await outcome(changes.remove(asker, first))).toBe('done')
  expect(statSync(reserve).size).toBe(0)
  // The room of the reserve is not for mail.
  expect(await outcome(receive())).toBe('no_room')
  expect(
    await outcome(changes.removeMany(asker, { ids: others.slice(5) }, { withFlagged: true })),
  ).toBe('done')
  clock.time += 2 * keptTrashMs
  await createTrash(deps).sweep()
  expect((await full.counters()).total).toBe(5)
  for (let count = 0; count < 8; count += 1) expect(await outcome(receive())).toBe('done')
  await db.keepReserve()
  expect(statSync(reserve).size).toBe(0)

  disk.free()
  await db.keepReserve()
  expect(statSync(reserve).size).toBe(reserveBytes)
  for (let count = 0; count < 20; count += 1) expect(await outcome(receive())).toBe('done')
})

test('beyond the room of the reserve, mail takes what becomes free on a full disk', async (context) => {
  const full = await fullDisk(context, { withReserve: true })
  const { db, disk, ids, changes, asker, outcome, receive, reserve } = full
  expect(await outcome(changes.remove(asker, ids[0] ?? 0))).toBe('done')
  expect(await outcome(receive())).toBe('no_room')
  disk.free(reserveBytes)
  await db.keepReserve()
  expect(statSync(reserve).size).toBe(0)
  let received = 0
  while ((await outcome(receive())) === 'done') received += 1
  expect(received).toBeGreaterThan(20)
  const { bavail, bsize } = statfsSync(disk.folder)
  expect(bavail * bsize).toBeGreaterThan(reserveBytes / 2)
  expect(await outcome(changes.remove(asker, ids[1] ?? 0))).toBe('done')
})

test('a process that starts while the reserve is lent keeps its room for deletions', async (context) => {
  const full = await fullDisk(context, { withReserve: true })
  const { disk, ids, asker, outcome, reserve } = full
  expect(await outcome(full.changes.remove(asker, ids[0] ?? 0))).toBe('done')
  await full.db.close()
  const db = await openDatabase({ dataDir: disk.folder, log, readers: 1, reserveBytes })
  onTestFinished(() => db.close())
  expect(db.isShortOfRoom()).toBe(true)
  expect(statSync(reserve).size).toBe(0)
  const grown = sql`create table grown as select zeroblob(${reserveBytes / 2})`
  expect(await outcome(grown.execute(db.sql))).toBe('no_room')
  disk.free()
  await db.keepReserve()
  expect(statSync(reserve).size).toBe(reserveBytes)
  expect(db.isShortOfRoom()).toBe(false)
})

test('a reserve that a killed process did not fill is filled by the next one', async (context) => {
  const full = await fullDisk(context, { withReserve: false })
  const { disk, reserve } = full
  disk.free()
  await full.db.close()
  writeFileSync(reserve, 'x'.repeat(1_000))
  const db = await openDatabase({ dataDir: disk.folder, log, readers: 1, reserveBytes })
  onTestFinished(() => db.close())
  expect([db.isShortOfRoom(), statSync(reserve).size]).toEqual([false, reserveBytes])
})

test('what makes room on a full disk grows, also when other such work has just ended', async (context) => {
  const { db, outcome } = await fullDisk(context, { withReserve: true })
  const grow = (name: string) =>
    sql.raw(`create table ${name} as select zeroblob(200000)`).execute(db.sql)
  const full: unknown = await grow('one').catch((error: unknown) => error)
  const growing = (name: string, before?: Promise<unknown>) => {
    let tries = 0
    return outcome(
      db.makingRoom(async () => {
        tries += 1
        if (tries === 1) throw full
        await before
        await grow(name)
      }),
    )
  }
  const first = growing('one')
  expect(await growing('two', first)).toBe('done')
  expect(await first).toBe('done')
})

// The control: this is what the reserve is for.
test('without its reserve a store on a full disk deletes nothing, and takes mail once there is room', async (context) => {
  const full = await fullDisk(context, { withReserve: false })
  const { ids, changes, asker, outcome, receive } = full
  expect(await outcome(changes.remove(asker, ids[0] ?? 0))).toBe('no_room')
  full.disk.free(reserveBytes)
  expect(await outcome(receive())).toBe('done')
})
