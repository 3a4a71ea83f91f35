import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeWholeFile } from './whole-file.ts'

async function* bytes() {
  yield Buffer.from('a')
  yield Buffer.from('b')
}

test('a file is replaced, and what is no file is left as it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailstop-whole-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => join(folder, name)
  execFileSync('mkfifo', [at('pipe')])
  symlinkSync('pipe', at('link'))
  mkdirSync(at('folder'))
  for (const name of ['pipe', 'link', 'folder']) {
    await expect(writeWholeFile(at(name), bytes())).rejects.toThrow(`${at(name)} is not a file`)
  }
  expect(await writeWholeFile(at('file'), bytes())).toBe(2)
  expect(await writeWholeFile(at('file'), bytes())).toBe(2)
  expect(readFileSync(at('file'), 'utf8')).toBe('ab')
  expect(readdirSync(folder).toSorted()).toEqual(['file', 'folder', 'link', 'pipe'])
})
