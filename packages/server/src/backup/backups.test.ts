import { buffer } from 'node:stream/consumers'
import { existsSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import { mountSmallDisk } from '../../test/disk-faults/small-disk.ts'
import { createBackups } from './backups.ts'

const megabyte = 1024 * 1024

function onDisk(context: TestContext, { disk: size, store }: { disk: number; store: number }) {
  const disk = mountSmallDisk(context, size)
  const bytes = Buffer.alloc(store * megabyte)
  writeFileSync(join(disk.folder, 'mailstop.sqlite'), bytes)
  const backups = createBackups({
    db: { dialect: { name: 'sqlite' }, snapshot: () => (copy) => writeFile(copy, bytes) },
    dataDir: disk.folder,
    appKey: Buffer.alloc(32),
    version: '1',
    now: () => 0,
  })
  const { signal } = new AbortController()
  return { disk, archive: backups.archive({ keyOnly: false, signal }) }
}

const isUnfinished = (folder: string) => existsSync(join(folder, 'unfinished-backup'))

test('a disk without room for a copy refuses before the first byte', async (context) => {
  const { disk, archive } = onDisk(context, { disk: 64, store: 1 })
  await expect(archive.next()).rejects.toThrow('too little room')
  expect(isUnfinished(disk.folder)).toBe(false)
})

test('an archive that fills the disk of the mail is given up before it is full', async (context) => {
  const { disk, archive } = onDisk(context, { disk: 150, store: 4 })
  let size = 0
  for (; size < megabyte;) size += (await archive.next()).value?.length ?? Infinity
  disk.fill()
  await expect(buffer(archive)).rejects.toThrow('too little room')
  expect(isUnfinished(disk.folder)).toBe(false)
})
