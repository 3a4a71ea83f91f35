import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openUserKey } from '../../features/accounts/account-store.ts'
import { folderInUse, usualFolder } from './usual-folder.ts'
import { newFolder } from '../../../test/support/new-folder.ts'

type Store = 'open' | 'accounts' | 'empty' | 'damaged' | 'certificate'

function makeStore(folder: string, store: Store): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'mailstop.sqlite')
  if (store === 'certificate') return writeFileSync(join(folder, 'smtp-certificate.pem'), '')
  if (store === 'damaged') return writeFileSync(file, 'no database'.repeat(100))
  const database = new DatabaseSync(file)
  database.exec('create table users (email_key text, deleted_at integer)')
  const key = { open: openUserKey, accounts: 'ann@example.test', empty: null }[store]
  if (key !== null) database.prepare('insert into users values (?, null)').run(key)
  database.close()
}

test.each<[string, Record<string, Store>, { accounts: string; open: string; inUse: string }]>([
  ['nothing', {}, { accounts: 'accounts', open: 'open', inUse: 'accounts' }],
  ['--open', { open: 'open' }, { accounts: 'accounts', open: 'open', inUse: 'open' }],
  [
    '--open, then accounts',
    { open: 'open', accounts: 'empty' },
    { accounts: 'accounts', open: 'open', inUse: 'accounts' },
  ],
  ['accounts of before', { '': 'accounts' }, { accounts: '', open: 'open', inUse: '' }],
  ['no account of before', { '': 'empty' }, { accounts: '', open: 'open', inUse: '' }],
  ['Postgres of before', { '': 'certificate' }, { accounts: '', open: 'open', inUse: '' }],
  ['open mode of before', { '': 'open' }, { accounts: 'accounts', open: '', inUse: '' }],
  [
    'open mode of before, then accounts',
    { '': 'open', accounts: 'accounts' },
    { accounts: 'accounts', open: '', inUse: 'accounts' },
  ],
  [
    'an account in the open folder, which was not moved',
    { open: 'accounts' },
    { accounts: 'open', open: 'open', inUse: 'open' },
  ],
  [
    'what is damaged, so that the start says so',
    { '': 'damaged' },
    { accounts: '', open: '', inUse: '' },
  ],
])('without a named folder, data is kept where its kind is: %s', (_title, stores, wanted) => {
  const base = newFolder()
  for (const [name, store] of Object.entries(stores)) makeStore(join(base, name), store)
  expect({
    accounts: relative(base, usualFolder(base, 'accounts')),
    open: relative(base, usualFolder(base, 'open')),
    inUse: relative(base, folderInUse(base)),
  }).toEqual(wanted)
})
