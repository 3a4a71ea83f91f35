import { copyFileSync, readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openUntouched } from './untouched-store.ts'
import { newFolder } from '../../../test/support/new-folder.ts'

test.each([
  { ends: ['', '-wal'], names: ['in the log', 'in the file'], made: ['copy-shm'] },
  { ends: ['', '-wal', '-shm'], names: ['in the log', 'in the file'], made: [] },
  { ends: [''], names: ['in the file'], made: [] },
])('a reader of the files $ends sees $names', ({ ends, names, made }) => {
  const file = join(newFolder(), 'store')
  const store = new DatabaseSync(file)
  onTestFinished(() => store.close())
  store.exec(`pragma journal_mode = wal; create table mails (name);
    insert into mails values ('in the file'); pragma wal_checkpoint; insert into mails values ('in the log')`)

  const folder = newFolder()
  const copy = join(folder, 'copy')
  for (const end of ends) copyFileSync(file + end, copy + end)
  const reader = openUntouched(copy)
  const rows = reader.prepare('select name from mails order by name desc').all()
  reader.close()
  expect(rows.map(({ name }) => name)).toEqual(names)
  const left = readdirSync(folder).filter((name) => !ends.includes(name.slice(4)))
  expect(left).toEqual(made)
})
