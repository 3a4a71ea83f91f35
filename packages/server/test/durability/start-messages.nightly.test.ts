import { execFileSync } from 'node:child_process'
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest'
import { createApp } from '../../src/app/app.ts'
import { loadConfig } from '../../src/config/config.ts'
import { someByDay } from '../nightly.ts'
import { mountSmallDisk } from '../disk-faults/small-disk.ts'
import { spawnProduct, startProduct } from './product-process.ts'
import { newFolder } from '../support/new-folder.ts'

/** A user who is not root, since no file mode keeps root out; tests run by root run the product as this user. */
const other = process.getuid?.() === 0 ? 65_534 : undefined

type Fault = [
  name: string,
  /** Does the damage to a folder that has been in use. */
  damage: (dataDir: string) => Promise<unknown>,
  said: RegExp,
]

const inside = (file: string, damage: (path: string) => Promise<unknown>) => (dataDir: string) =>
  damage(join(dataDir, file))
const garbage = (path: string) => writeFile(path, 'garbage '.repeat(1_000))
const readOnly = (path: string) => chmod(path, 0o400)
const unreadable = (path: string) => chmod(path, 0)
const folder = async (path: string) => {
  await rm(path)
  await mkdir(path)
}

function addCredentials(file: string): void {
  const store = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  store.exec(`insert into inboxes (team_id, id, name, name_key, position, username, password_sealed, created_at, credentials_at)
    values (1, 1, 'main', 'main', 1, 'team', 'sealed', 1, 1)`)
  store.close()
}

const faults: Fault[] = [
  ['a lock of garbage', inside('lock', garbage), /is not the lock file .*Remove it/],
  ['a lock that is a folder', inside('lock', folder), /lock cannot be opened/],
  ['an unreadable lock', inside('lock', unreadable), /lock cannot be opened/],
  ['a database of garbage', inside('mailstop.sqlite', garbage), /mailstop.sqlite is damaged/],
  [
    'a database that is a folder',
    inside('mailstop.sqlite', folder),
    /mailstop.sqlite.* cannot be opened/,
  ],
  [
    'an unreadable database',
    inside('mailstop.sqlite', unreadable),
    /mailstop.sqlite.* cannot be opened/,
  ],
  [
    'a read-only database',
    inside('mailstop.sqlite', readOnly),
    /mailstop.sqlite may not be read or written/,
  ],
  [
    'an emptied database beside its key',
    inside('mailstop.sqlite', (path) => truncate(path)),
    /mailstop.sqlite is empty, but .*app-key.* restore a backup.* remove mailstop.sqlite and app-key/s,
  ],
  [
    'no database beside its key',
    inside('mailstop.sqlite', (path) => rm(path)),
    /mailstop.sqlite is missing, but .*app-key shows that there was one.* restore a backup/s,
  ],
  [
    'no database beside its log',
    async (dataDir) => {
      for (const name of ['mailstop.sqlite', 'app-key']) await rm(join(dataDir, name))
      await writeFile(join(dataDir, 'mailstop.sqlite-wal'), 'x')
    },
    /mailstop.sqlite is missing, but .*mailstop.sqlite-wal shows that there was one/,
  ],
  [
    'a restore that was killed',
    async (dataDir) => {
      await mkdir(join(dataDir, 'unfinished-restore'))
      await rm(join(dataDir, 'mailstop.sqlite'))
    },
    /holds a restore that was not finished.*restore again/s,
  ],
  [
    'no key',
    async (dataDir) => {
      await rm(join(dataDir, 'app-key'))
      addCredentials(join(dataDir, 'mailstop.sqlite'))
    },
    /The key .*app-key is missing.* SMTP passwords .*each backup holds it/s,
  ],
  [
    'a log of the database that is a folder',
    inside('mailstop.sqlite-wal', (path) => mkdir(path)),
    /mailstop.sqlite, or its -wal/,
  ],
  [
    'a key of garbage',
    inside('app-key', (path) => writeFile(path, 'short')),
    /app-key does not hold a key/,
  ],
  ['an emptied key', inside('app-key', (path) => truncate(path)), /app-key does not hold a key/],
  ['a key that is a folder', inside('app-key', folder), /app-key is not a file/],
  ['an unreadable key', inside('app-key', unreadable), /app-key may not be read/],
  [
    'a certificate that is a folder',
    inside('smtp-certificate.pem', folder),
    /smtp-certificate.pem/,
  ],
  ['a read-only folder', (dataDir) => chmod(dataDir, 0o500), /mailstop.sqlite|lock/],
  ['an unreadable folder', (dataDir) => chmod(dataDir, 0), /lock cannot be opened/],
]

/** A folder as it is after a first start and an orderly end. */
let used: string
beforeAll(async () => {
  used = await mkdtemp(join(tmpdir(), 'mailstop-used-'))
  const loaded = loadConfig({ HTTP_PORT: '0', SMTP_PORTS: '0', DATA_DIR: used })
  if (!loaded.ok) throw new Error(loaded.problems.join())
  const app = await createApp(loaded, { log: pino({ level: 'silent' }) })
  await app.start()
  await app.stop()
})
afterAll(() => rm(used, { recursive: true }))

test.each(someByDay(faults, 3))(
  'a start with %s ends with a message that names it',
  { timeout: 60_000 },
  async (_name, damage, said) => {
    const dataDir = await usedFolder()
    await damage(dataDir)
    const product = spawnProduct({ DATA_DIR: dataDir }, other)
    expect(await product.exited).toMatchObject({ code: 1 })
    await chmod(dataDir, 0o700)
    expect(product.output()).toMatch(said)
    expect(product.output()).toContain(dataDir)
    expect(product.output()).not.toMatch(/^\s+at /m)
  },
)

type Folder = [
  name: string,
  /** Makes what is there, and returns the path to start with. */
  make: (parent: string, context: TestContext) => Promise<string> | string,
  said: RegExp,
]

const made = (name: string, make: (path: string) => unknown, below = '') => {
  return async (parent: string) => {
    await make(join(parent, name))
    return join(parent, name, below)
  }
}
const pipe = (path: string) => execFileSync('mkfifo', [path])
const loop = (path: string) => symlink(path, path)
const emptyFile = (path: string) => writeFile(path, '')
const gone = (path: string) => symlink(`${path}-gone`, path)

const closedTo = 'is below a folder that its user may not change'

const folders: Folder[] = [
  ['cannot be made', () => '/proc/x', /The folder \/proc\/x cannot be made/],
  ['is far below such a one', () => '/proc/nowhere/at/all', /\/proc\/nowhere cannot be made/],
  ['is a file', made('file', emptyFile), /file is in the way: DATA_DIR/],
  ['is below a file', made('file', emptyFile, 'data'), /file is in the way: DATA_DIR/],
  ['is a link to nothing', made('link', gone), /link is in the way: DATA_DIR/],
  ['is a link to itself', made('loop', loop), /loop is a symbolic link that leads back/],
  ['is below such a link', made('loop', loop, 'data'), /loop\/data is a symbolic link/],
  ['is a pipe', made('pipe', pipe), /pipe is in the way: DATA_DIR/],
  ['is below a pipe', made('pipe', pipe, 'data'), /pipe is in the way: DATA_DIR/],
  ['is a device', () => '/dev/null', /\/dev\/null is in the way: DATA_DIR/],
  ['has a name that is too long', (parent) => join(parent, 'x'.repeat(300)), /A path is longer/],
  ['is deeper than a path may be', (parent) => join(parent, 'x/'.repeat(5_000)), /path is longer/],
  [
    closedTo,
    made('closed', (path) => mkdir(path, 0o500), 'data'),
    /may not be read or written by this user|cannot be made by this user/,
  ],
  [
    'is on a disk that is full',
    (_, context) => {
      const disk = mountSmallDisk(context, 1)
      disk.fill()
      return join(disk.folder, 'data')
    },
    /The disk that holds DATA_DIR is full/,
  ],
  [
    'is on a disk that is read-only',
    (_, context) => {
      const disk = mountSmallDisk(context, 1)
      execFileSync('mount', ['-o', 'remount,ro', disk.folder])
      return join(disk.folder, 'data')
    },
    /data cannot be made: its file system is read-only/,
  ],
]

test.for(someByDay(folders, 3))(
  'a data folder that %s is named',
  { timeout: 60_000 },
  async (row, context) => {
    const [name, make, said] = row
    const dataDir = await make(newFolder(), context)
    const product = spawnProduct({ DATA_DIR: dataDir }, name === closedTo ? other : undefined)
    expect(await product.exited).toMatchObject({ code: 1 })
    expect(product.output()).toMatch(said)
    expect(product.output()).not.toMatch(/^\s+at /m)
  },
)

test.each([[['SMTP_TLS_CERT', 'SMTP_TLS_KEY']], [['TERMS_FILE']]])(
  'a start with a pipe as %j ends and names it',
  { timeout: 60_000 },
  async (names) => {
    const dataDir = newFolder()
    const path = join(dataDir, 'pipe')
    pipe(path)
    const paths = Object.fromEntries(names.map((name) => [name, path]))
    const product = spawnProduct({ DATA_DIR: dataDir, ...paths })
    expect(await product.exited).toMatchObject({ code: 1 })
    expect(product.output()).toContain(`${path} is not a file`)
  },
)

test('a start with a pipe in place of the certificate it made makes another', async () => {
  const dataDir = newFolder()
  pipe(join(dataDir, 'smtp-certificate.pem'))
  expect((await startProduct(dataDir)).output()).toContain('Inbox')
})

test('folders above the data folder are made', { timeout: 60_000 }, async () => {
  const dataDir = join(newFolder(), 'a/b/c')
  expect((await startProduct(dataDir)).output()).toContain(dataDir)
})

test(
  'a secret in a file that the user may not read is named, beside what else is wrong',
  { timeout: 60_000 },
  async () => {
    const file = join(newFolder(), 'key')
    await writeFile(file, 'secret', { mode: 0o000 })
    const product = spawnProduct({ APP_KEY_FILE: file, LOG_LEVEL: 'loud' }, other)
    expect(await product.exited).toMatchObject({ code: 1 })
    expect(product.output()).toContain(`APP_KEY_FILE names ${file}, which this user may not read`)
    expect(product.output()).toContain('LOG_LEVEL must be')
  },
)

test(
  'an empty database without a key is filled, as at a first start that was cut off',
  { timeout: 60_000 },
  async () => {
    const dataDir = newFolder()
    await writeFile(join(dataDir, 'mailstop.sqlite'), '')
    expect((await startProduct(dataDir)).output()).toContain('Inbox')
  },
)

/** A copy of `used`, as the other user's. */
async function usedFolder(): Promise<string> {
  const dataDir = newFolder()
  await cp(used, dataDir, { recursive: true })
  if (other === undefined) return dataDir
  const names = await readdir(dataDir)
  for (const path of [dataDir, ...names.map((name) => join(dataDir, name))]) {
    await chown(path, other, other)
  }
  return dataDir
}
