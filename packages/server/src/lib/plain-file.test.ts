import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FileTooLarge, NotAFile, readPlainFile } from './plain-file.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailstop-plain-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a file is read up to the size that is allowed, also through a link', () => {
  const path = join(temporaryFolder(), 'file')
  writeFileSync(path, 'gr\u00fc\u00df')
  symlinkSync(path, `${path}-link`)
  expect(readPlainFile(`${path}-link`, 6)).toBe('gr\u00fc\u00df')
  expect(() => readPlainFile(path, 5)).toThrow(FileTooLarge)
  writeFileSync(path, '')
  expect(readPlainFile(path, 5)).toBe('')
})

test('a folder, a pipe and a device are refused at once', () => {
  const folder = temporaryFolder()
  execFileSync('mkfifo', [join(folder, 'pipe')])
  for (const path of [folder, join(folder, 'pipe'), '/dev/zero']) {
    expect(() => readPlainFile(path, 100)).toThrow(NotAFile)
  }
})

test.runIf(process.platform === 'linux')('a file of the system without a size is read', () => {
  expect(readPlainFile('/proc/self/comm', 100)).not.toBe('')
})
