import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mountSmallDisk } from '../../../test/disk-faults/small-disk.ts'
import { newFolder } from '../../../test/support/new-folder.ts'
import { CutOff } from '../../control/control-client.ts'
import { tarEnd, tarEntry } from '../../lib/tar-entry.ts'
import { writeFolder } from './folder-output.ts'

async function* tar(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    yield* tarEntry({ name, size: text.length, madeAt: 1_000 }, [Buffer.from(text)])
  }
  yield tarEnd()
}

test('what is there stays: the same is counted, and another file is named', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'a.eml'), 'mine')
  const files = { 'a.eml': 'theirs', 'b.eml': 'two' }
  const first = { written: 1, already_there: 0, others: ['a.eml'] }
  expect(await writeFolder(folder, 'eml', tar(files))).toEqual(first)
  expect(readFileSync(join(folder, 'a.eml'), 'utf8')).toBe('mine')
  const second = { written: 0, already_there: 1, others: ['a.eml'] }
  expect(await writeFolder(folder, 'eml', tar(files))).toEqual(second)
  expect(readdirSync(folder).toSorted()).toEqual(['a.eml', 'b.eml'])
})

test('no name leads out of the folder', async () => {
  for (const name of ['../a.eml', '/a.eml', 'cur/../../a', 'x/a.eml']) {
    await expect(writeFolder(newFolder(), 'eml', tar({ [name]: 'x' }))).rejects.toThrow(
      'cannot be used',
    )
  }
})

test('a disk that is full is named, leaves only whole files, and the next run adds the others', async (context) => {
  const { folder, fill, free } = mountSmallDisk(context, 1)
  const files = { 'a.eml': 'a'.repeat(20_000), 'b.eml': 'b'.repeat(40_000) }
  fill()
  free(30_000)
  await expect(writeFolder(folder, 'eml', tar(files))).rejects.toThrow(
    `${folder} cannot be written: the disk is full. 1 message of the team is there. Export again to add the others.`,
  )
  expect(readdirSync(folder).toSorted()).toEqual(['a.eml', 'filler'])
  free()
  expect(await writeFolder(folder, 'eml', tar(files))).toMatchObject({
    written: 1,
    already_there: 1,
  })
})

test('a server that ends half way is named, with what is there', async () => {
  async function* cut() {
    yield* tarEntry({ name: 'a.eml', size: 1, madeAt: 0 }, [Buffer.from('a')])
    throw new CutOff('The server stopped half way.', undefined, {})
  }
  await expect(writeFolder(newFolder(), 'maildir', cut())).rejects.toThrow(
    'The server stopped half way. 1 message of the team is there. Export again to add the others.',
  )
})
