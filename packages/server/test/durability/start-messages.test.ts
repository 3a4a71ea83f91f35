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
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { spawnProduct, startProduct, temporaryDataDir } from './product-process.ts'

/** A user who is not root, whom no file mode keeps out; tests of root run the product as that one. */
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
    /mailstop.sqlite is empty, but .*app-key.* Restore it from a backup.* remove the empty file/,
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

test.each(faults)(
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

test.each<[string, (parent: string) => Promise<string>, RegExp]>([
  ['cannot be made', async () => '/proc/nowhere/at/all', /\/proc\/nowhere cannot be made/],
  [
    'is a file',
    async (parent) => {
      await writeFile(join(parent, 'file'), '')
      return join(parent, 'file')
    },
    /file is in the way: DATA_DIR/,
  ],
  [
    'is below a file',
    async (parent) => {
      await writeFile(join(parent, 'file'), '')
      return join(parent, 'file/data')
    },
    /file is in the way: DATA_DIR/,
  ],
  [
    'is a link to nothing',
    async (parent) => {
      await symlink(join(parent, 'gone'), join(parent, 'link'))
      return join(parent, 'link')
    },
    /link is in the way: DATA_DIR/,
  ],
])('a data folder that %s is named', { timeout: 60_000 }, async (_name, make, said) => {
  const product = spawnProduct({ DATA_DIR: await make(await temporaryDataDir()) })
  expect(await product.exited).toMatchObject({ code: 1 })
  expect(product.output()).toMatch(said)
})

test(
  'a secret in a file that the user may not read is named, beside what else is wrong',
  { timeout: 60_000 },
  async () => {
    const file = join(await temporaryDataDir(), 'key')
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
    const dataDir = await temporaryDataDir()
    await writeFile(join(dataDir, 'mailstop.sqlite'), '')
    expect((await startProduct(dataDir)).output()).toContain('Inbox')
  },
)

/** A copy of `used`, as the other user's. */
async function usedFolder(): Promise<string> {
  const dataDir = await temporaryDataDir()
  await cp(used, dataDir, { recursive: true })
  if (other === undefined) return dataDir
  const names = await readdir(dataDir)
  for (const path of [dataDir, ...names.map((name) => join(dataDir, name))]) {
    await chown(path, other, other)
  }
  return dataDir
}
