import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { copyMigratedSqlite } from '../../../test/databases.ts'
import { unpackDataFolder } from '../../../test/upgrades/data-folder.ts'
import { faultOfStoreFile } from './check-store-file.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailstop-store-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test.each(['0.1.0', 'commit-5b8b7e1'])('the store of %s is as it was made', async (version) => {
  const folder = newFolder()
  await unpackDataFolder(version, folder)
  expect(await faultOfStoreFile(join(folder, 'mailstop.sqlite'))).toBe(null)
})

test('what SQLite keeps for itself is no part of a store', async () => {
  const folder = newFolder()
  await copyMigratedSqlite(folder)
  const file = join(folder, 'mailstop.sqlite')
  const store = new DatabaseSync(file)
  store.exec('analyze')
  store.close()
  expect(await faultOfStoreFile(file)).toBe(null)
})
