import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deriveKey, loadOrCreateAppKey } from './app-key.ts'
import { newFolder } from '../../../test/support/new-folder.ts'

test('the key is made once, is 32 bytes and only its owner can read it', () => {
  const folder = newFolder()
  const made = loadOrCreateAppKey(folder)
  expect(made).toHaveLength(32)
  expect(loadOrCreateAppKey(folder)).toEqual(made)
  expect(statSync(join(folder, 'app-key')).mode & 0o777).toBe(0o600)
  expect(loadOrCreateAppKey(newFolder())).not.toEqual(made)
})

test('a key whose writing was cut off is made again', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'app-key.new'), 'c2hv')
  const made = loadOrCreateAppKey(folder)
  expect(made).toHaveLength(32)
  expect(loadOrCreateAppKey(folder)).toEqual(made)
  expect(readdirSync(folder)).toEqual(['app-key'])
})

test('a damaged key is an error, not a new key', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'app-key'), 'c2hvcnQ=\n')
  expect(() => loadOrCreateAppKey(folder)).toThrow('does not hold a key of 32 bytes')
})

test('each purpose has a key of its own', () => {
  const appKey = new Uint8Array(32).fill(1)
  expect(deriveKey(appKey, 'csrf')).toHaveLength(32)
  expect(deriveKey(appKey, 'csrf')).toEqual(deriveKey(appKey, 'csrf'))
  expect(deriveKey(appKey, 'csrf')).not.toEqual(deriveKey(appKey, 'seal'))
  expect(deriveKey(new Uint8Array(32).fill(2), 'csrf')).not.toEqual(deriveKey(appKey, 'csrf'))
})
