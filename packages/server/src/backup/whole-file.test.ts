import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeWholeFile } from './whole-file.ts'
import { newFolder } from '../../test/support/new-folder.ts'

async function* some(text = 'new') {
  yield Buffer.from(text)
}

test('a file is replaced, also behind a link, which stays', async () => {
  const folder = newFolder()
  const [file, link] = [join(folder, 'file'), join(folder, 'link')]
  writeFileSync(file, 'old')
  symlinkSync(file, link)
  expect(await writeWholeFile(link, some())).toBe(3)
  expect(readFileSync(file, 'utf8')).toBe('new')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readdirSync(folder).toSorted()).toEqual(['file', 'link'])
})

test('what is no plain file stays as it is, and so does what a link leads to', async () => {
  const folder = newFolder()
  const [pipe, link, below] = [join(folder, 'pipe'), join(folder, 'link'), join(folder, 'below')]
  execFileSync('mkfifo', [pipe])
  symlinkSync(pipe, link)
  mkdirSync(below)
  for (const path of [pipe, link, below]) {
    await expect(writeWholeFile(path, some())).rejects.toThrow('no plain file')
  }
  expect(lstatSync(pipe).isFIFO()).toBe(true)
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readdirSync(folder).toSorted()).toEqual(['below', 'link', 'pipe'])
})

test('what a killed process left is removed by the next that writes such a file, and nothing else is', async () => {
  const folder = newFolder()
  const old = new Date(Date.now() - 2 * 60 * 60_000)
  const put = (name: string, time = old) => {
    writeFileSync(join(folder, name), 'x')
    utimesSync(join(folder, name), time, time)
  }
  const left = ['monday.tar.0123abcd.part', 'today.tar.89abcdef.part']
  const stay = ['film.0123abcd.part', 'monday.tar', 'mail.mbox.0123abcd.part', 'x.tar.part']
  for (const name of [...left, ...stay]) put(name)
  // Another process is writing this one.
  put('tuesday.tar.0123abcd.part', new Date())
  await writeWholeFile(join(folder, 'today.tar'), some())
  expect(readdirSync(folder).toSorted()).toEqual(
    [...stay, 'today.tar', 'tuesday.tar.0123abcd.part'].toSorted(),
  )
})
