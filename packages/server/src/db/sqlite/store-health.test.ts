import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { copyMigratedSqlite } from '../../../test/support/databases.ts'
import { mountSmallDisk } from '../../../test/disk-faults/small-disk.ts'
import { insertTeam } from '../../../test/support/store-rows.ts'
import { openDatabase } from '../open-database.ts'
import { storeTrouble } from '../store-faults.ts'
import { createStoreHealth } from './store-health.ts'

const log = pino({ level: 'silent' })

async function storeIn(dataDir: string) {
  await copyMigratedSqlite(dataDir)
  const db = await openDatabase({ dataDir, log, readers: 1 })
  onTestFinished(() => db.close())
  return db
}

test('a store that takes no writes says so after the first that failed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailstop-health-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const db = await storeIn(dataDir)
  expect(await db.faults()).toEqual([])
  await sql`pragma query_only = on`.execute(db.sql)
  const failure: unknown = await insertTeam(db, 'ann').catch((error: unknown) => error)
  expect(storeTrouble(failure)).toBe('read_only')
  expect(await db.faults()).toEqual(['read_only'])
})

test('a failed write is forgotten after half a minute, and damage is not', async () => {
  const clock = { now: 0 }
  const health = createStoreHealth(import.meta.filename, () => clock.now)
  health.note(Object.assign(new Error('x'), { errcode: 8 }))
  expect(await health.faults()).toEqual(['read_only'])
  clock.now = 30_000
  expect(await health.faults()).toEqual([])
  health.note(Object.assign(new Error('x'), { errcode: 11 }))
  clock.now = 1e9
  expect(await health.faults()).toEqual(['damaged'])
  health.note(Object.assign(new Error('x'), { errcode: 8 }))
  expect(await health.faults()).toEqual(['damaged', 'read_only'])
})

test('a disk is full for a minute after a write found no room', async () => {
  const clock = { now: 0 }
  const health = createStoreHealth(import.meta.filename, () => clock.now)
  health.note(Object.assign(new Error('x'), { errcode: 13 }))
  clock.now = 59_999
  expect(await health.faults()).toEqual(['no_room'])
  health.note(Object.assign(new Error('no memory'), { errcode: 7 }))
  clock.now = 60_000
  expect(await health.faults()).toEqual([])
})

test('a disk that becomes read-only is noticed before anything is written', async (context) => {
  const { folder } = mountSmallDisk(context, 8)
  const db = await storeIn(folder)
  expect(await db.faults()).toEqual([])
  // Mounts over the same folder: open files stay open.
  execFileSync('mount', ['--bind', folder, folder])
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  execFileSync('mount', ['-o', 'remount,bind,ro', folder])
  expect(await db.faults()).toEqual(['read_only'])
})
