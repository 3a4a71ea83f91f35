import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mountSmallDisk } from '../../../test/disk-faults/small-disk.ts'
import { honestCode } from './write-failure.ts'

test('an I/O error on a disk that takes no writes means that it is read-only', async (context) => {
  const { folder, fill } = mountSmallDisk(context, 8)
  const file = join(folder, 'mailstop.sqlite')
  const ioErrorOfWrite = 778
  expect(honestCode(ioErrorOfWrite, file)).toBe(ioErrorOfWrite)
  expect(readdirSync(folder)).toEqual([])
  fill()
  expect(honestCode(ioErrorOfWrite, file)).toBe(ioErrorOfWrite)
  execFileSync('mount', ['--bind', folder, folder])
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  execFileSync('mount', ['-o', 'remount,bind,ro', folder])
  expect(honestCode(ioErrorOfWrite, file)).toBe(8)
  const others = [13, 266]
  expect(others.map((code) => honestCode(code, file))).toEqual(others)
})
