import { execFileSync } from 'node:child_process'
import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FileTooLarge, NotAFile, readPlainFile, writeSecretFile } from './plain-file.ts'
import { newFolder } from '../../test/support/new-folder.ts'

test('a file is read up to the size that is allowed, also through a link', () => {
  const path = join(newFolder(), 'file')
  writeFileSync(path, 'gr\u00fc\u00df')
  symlinkSync(path, `${path}-link`)
  expect(readPlainFile(`${path}-link`, 6)).toBe('gr\u00fc\u00df')
  expect(() => readPlainFile(path, 5)).toThrow(FileTooLarge)
  writeFileSync(path, '')
  expect(readPlainFile(path, 5)).toBe('')
})

test('a folder, a pipe and a device are refused at once', () => {
  const folder = newFolder()
  execFileSync('mkfifo', [join(folder, 'pipe')])
  for (const path of [folder, join(folder, 'pipe'), '/dev/zero']) {
    expect(() => readPlainFile(path, 100)).toThrow(NotAFile)
  }
})

test.runIf(process.platform === 'linux')('a file of the system without a size is read', () => {
  expect(readPlainFile('/proc/self/comm', 100)).not.toBe('')
})

test('a secret is written for its owner alone, over what a killed process left unfinished', () => {
  const path = join(newFolder(), 'key')
  writeFileSync(`${path}.new`, 'half', { mode: 0o644 })
  writeSecretFile(path, 'whole')
  expect(readPlainFile(path, 5)).toBe('whole')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(existsSync(`${path}.new`)).toBe(false)
})
