import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { copyMigratedSqlite } from '../../../test/support/databases.ts'
import { unpackDataFolder } from '../../../test/upgrades/data-folder.ts'
import { faultOfStoreFile } from './check-store-file.ts'
import { tooOld } from './older-store.ts'
import { newFolder } from '../../../test/support/new-folder.ts'

test('the store of the last commit before the first release is as it was made', async () => {
  const folder = newFolder()
  await unpackDataFolder('commit-0a506dcb', folder)
  expect(await faultOfStoreFile(join(folder, 'mailstop.sqlite'))).toBe(null)
})

test('a store with older tables is one that only another version upgrades', async () => {
  const folder = newFolder()
  await unpackDataFolder('commit-0a506dcb', folder)
  const file = join(folder, 'mailstop.sqlite')
  const store = new DatabaseSync(file)
  store.exec(`delete from kysely_migration where name = '069-vouched-members'`)
  store.close()
  expect(await faultOfStoreFile(file)).toBe(tooOld)
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
