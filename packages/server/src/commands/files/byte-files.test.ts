import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mountSmallDisk } from '../../../test/disk-faults/small-disk.ts'
import { CutOff } from '../../control/control-client.ts'
import { readInput, writeOutput } from './byte-files.ts'
import { CommandFailure } from '../terminal.ts'
import { newFolder } from '../../../test/support/new-folder.ts'

function usedFolder(): string {
  const folder = newFolder()
  writeFileSync(join(folder, 'file'), 'x')
  mkdirSync(join(folder, 'below'))
  return folder
}

async function* some(size = 1) {
  for (let at = 0; at < size; at += 1_000) yield Buffer.alloc(Math.min(1_000, size - at))
}

/** What the person at the terminal reads. */
const sentenceOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      expect(error).toBeInstanceOf(CommandFailure)
      return (error as Error).message
    },
  )

test.each([
  ['missing', 'it does not exist.'],
  ['file/x', 'a part of its path is no folder.'],
])('that %s cannot be read is said in a sentence', async (name, reason) => {
  const path = join(usedFolder(), name)
  expect(await sentenceOf(readInput(path))).toBe(`${path} cannot be read: ${reason}`)
})

test.each([
  ['missing/x', 'its folder does not exist.'],
  ['file/x', 'a part of its path is no folder.'],
  ['below', 'it is no plain file. For standard output, name -.'],
])('that %s cannot be written is said in a sentence', async (name, reason) => {
  const path = join(usedFolder(), name)
  expect(await sentenceOf(writeOutput(path, some()))).toBe(`${path} cannot be written: ${reason}`)
})

test('a disk that is full is named, and keeps the file that was there', async (context) => {
  const { folder, fill } = mountSmallDisk(context, 1)
  const path = join(folder, 'out.mbox')
  writeFileSync(path, 'old')
  fill()
  expect(await sentenceOf(writeOutput(path, some(100_000)))).toBe(
    `${path} cannot be written: the disk is full.`,
  )
  expect(readdirSync(folder)).toContain('out.mbox')
})

test('a server that ends half way leaves no file, which is said', async () => {
  const path = join(usedFolder(), 'out.mbox')
  async function* cut() {
    yield* some()
    throw new CutOff('The server stopped half way.', undefined, {})
  }
  expect(await sentenceOf(writeOutput(path, cut()))).toBe(
    `The server stopped half way. ${path} was not written.`,
  )
  expect(existsSync(path)).toBe(false)
})

test('a signal ends what is written, though nothing comes any more', async () => {
  const path = join(usedFolder(), 'out.mbox')
  async function* stuck() {
    yield* some()
    queueMicrotask(() => process.emit('SIGHUP', 'SIGHUP'))
    await new Promise(() => {})
  }
  expect(await sentenceOf(writeOutput(path, stuck()))).toBe(
    'Stopped by SIGHUP. Nothing was written.',
  )
  expect(existsSync(path)).toBe(false)
})
