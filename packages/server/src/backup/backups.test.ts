import { buffer } from 'node:stream/consumers'
import { existsSync, readdirSync } from 'node:fs'
import { copyFile, open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, type TestContext } from 'vitest'
import { mountSmallDisk } from '../../test/disk-faults/small-disk.ts'
import { copyMigratedSqlite } from '../../test/support/databases.ts'
import { newFolder } from '../../test/support/new-folder.ts'
import { createBackups } from './backups.ts'

const megabyte = 1024 * 1024

function archiveOf(folder: string) {
  const file = join(folder, 'mailstop.sqlite')
  const backups = createBackups({
    db: { dialect: { name: 'sqlite' }, snapshot: () => (copy) => copyFile(file, copy) },
    dataDir: folder,
    appKey: Buffer.alloc(32),
    version: '1',
    now: () => 0,
  })
  const { signal } = new AbortController()
  return backups.archive({ keyOnly: false, signal })
}

async function onDisk(context: TestContext, { disk: size }: { disk: number }) {
  const disk = mountSmallDisk(context, size)
  await copyMigratedSqlite(disk.folder)
  const store = new DatabaseSync(join(disk.folder, 'mailstop.sqlite'))
  // Leaves free pages, so that there is something to pack.
  store.exec('create table t as select zeroblob(4194304); drop table t')
  store.close()
  return { disk, archive: archiveOf(disk.folder) }
}

const isUnfinished = (folder: string) => existsSync(join(folder, 'unfinished-backup'))

test('a disk without room for a copy refuses before the first byte', async (context) => {
  const { disk, archive } = await onDisk(context, { disk: 64 })
  await expect(archive.next()).rejects.toThrow('too little room')
  expect(isUnfinished(disk.folder)).toBe(false)
})

test('an archive that fills the disk of the mail is given up before it is full', async (context) => {
  const { disk, archive } = await onDisk(context, { disk: 150 })
  let size = 0
  for (; size < megabyte;) size += (await archive.next()).value?.length ?? Infinity
  disk.fill()
  await expect(buffer(archive)).rejects.toThrow('too little room')
  expect(isUnfinished(disk.folder)).toBe(false)
})

test('a store that a restore would refuse gives no backup, and says so before the first byte', async () => {
  const folder = newFolder()
  await copyMigratedSqlite(folder)
  const file = join(folder, 'mailstop.sqlite')
  const store = new DatabaseSync(file)
  const index = `select rootpage from sqlite_schema where type = 'index' and tbl_name = 'mails'`
  const page = Number(store.prepare(index).get()?.['rootpage'])
  const pageSize = Number(store.prepare('pragma page_size').get()?.['page_size'])
  store.close()
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(pageSize, 0xff), 0, pageSize, (page - 1) * pageSize)
  await handle.close()
  await expect(archiveOf(folder).next()).rejects.toThrow(/a restore would refuse it. SQLite finds/)
  expect(readdirSync(folder)).toEqual(['mailstop.sqlite'])
})
