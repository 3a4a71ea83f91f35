import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { Header, type HeaderData } from 'tar'
import { expect, onTestFinished, test } from 'vitest'
import { copyMigratedSqlite } from '../../test/support/databases.ts'
import { invalid } from '../errors.ts'
import { initialMigration } from '../db/migrations/migrations.ts'
import { openDatabase } from '../db/open-database.ts'
import { loadOrCreateAppKey } from '../lib/secrets/app-key.ts'
import { createBackups } from './backups.ts'
import { restore } from './restore.ts'
import { tarEnd, tarEntry } from '../lib/tar-entry.ts'
import { newFolder } from '../../test/support/new-folder.ts'

const madeAt = 1_700_000_000_000
const appKey = new Uint8Array(40).fill(7)
const { signal } = new AbortController()

async function collected(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* inPieces(bytes: Uint8Array, size = 60_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function backupsOf(dataDir: string) {
  const db = await openDatabase({ dataDir, log: pino({ level: 'silent' }), readers: 1 })
  onTestFinished(() => db.close())
  return createBackups({ db, dataDir, appKey, version: '1.2.3', now: () => madeAt })
}

/** An archive of a store that is in use. */
async function archive(): Promise<Buffer> {
  const dataDir = newFolder()
  await copyMigratedSqlite(dataDir)
  writeFileSync(join(dataDir, 'smtp-certificate.pem'), 'a certificate')
  const backups = await backupsOf(dataDir)
  return collected(backups.archive({ keyOnly: false, signal }))
}

/** Restoring it fails with that sentence, and leaves neither the folder nor a file. */
async function expectRefused(bytes: Uint8Array, said: RegExp, folder = join(newFolder(), 'into')) {
  const before = existsSync(folder) ? readdirSync(folder) : null
  await expect(restore(inPieces(bytes), folder)).rejects.toThrow(said)
  expect(existsSync(folder) ? readdirSync(folder) : null).toEqual(before)
}

test('a backup is restored to the same files, and any tar reads it', async () => {
  const bytes = await archive()
  const folder = join(newFolder(), 'below/into')
  const manifest = await restore(inPieces(bytes), folder)
  expect(manifest).toMatchObject({ version: '1.2.3', store: 'sqlite' })
  expect(manifest.made_at).toBe(new Date(madeAt).toISOString())
  expect(readdirSync(folder).toSorted()).toEqual([
    'app-key',
    'mailstop.sqlite',
    'smtp-certificate.pem',
  ])
  expect(loadOrCreateAppKey(folder)).toEqual(appKey)
  const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)
  expect(new Set(modes)).toEqual(new Set([0o600]))
  const db = await openDatabase({ dataDir: folder, log: pino({ level: 'silent' }) })
  expect(await db.sql.selectFrom('mails').selectAll().execute()).toEqual([])
  await db.close()

  const file = join(newFolder(), 'backup.tar')
  writeFileSync(file, bytes)
  const listed = execFileSync('tar', ['-tf', file]).toString().trim().split('\n')
  expect(listed).toEqual(['app-key', 'smtp-certificate.pem', 'mailstop.sqlite', 'manifest.json'])
  const key = execFileSync('tar', ['-xOf', file, 'app-key'])
  expect(key.toString()).toBe(readFileSync(join(folder, 'app-key'), 'utf8'))
})

test('a marker from before a restore is of no revision that comes after it', async () => {
  const dataDir = newFolder()
  await copyMigratedSqlite(dataDir)
  const rows = (file: string, work: (store: DatabaseSync) => unknown) => {
    const store = new DatabaseSync(file, { enableForeignKeyConstraints: false })
    const result = work(store)
    store.close()
    return result
  }
  rows(join(dataDir, 'mailstop.sqlite'), (store) => {
    store.exec(
      'insert into team_counters (team_id, total, unread, flagged, bytes, revision, arrivals_from) values (1, 0, 0, 0, 0, 5, 2)',
    )
    store.exec('insert into mail_arrivals (mail_id, team_id, revision, at) values (1, 1, 5, 0)')
  })
  const backups = await backupsOf(dataDir)
  const bytes = await collected(backups.archive({ keyOnly: false, signal }))
  const folder = join(newFolder(), 'into')
  const began = Date.now()
  await restore(inPieces(bytes), folder)
  const [counters, arrivals] = rows(join(folder, 'mailstop.sqlite'), (store) => [
    store.prepare('select revision, arrivals_from from team_counters').get(),
    store.prepare('select count(*) as count from mail_arrivals').get(),
  ]) as Record<string, number>[]
  expect(counters?.['revision']).toBeGreaterThanOrEqual(began)
  expect(counters?.['arrivals_from']).toBe(counters?.['revision'])
  expect(arrivals).toEqual({ count: 0 })
  // No journal is left beside it.
  expect(readdirSync(folder).toSorted()).toEqual(['app-key', 'mailstop.sqlite'])
})

test('an archive that was cut off anywhere is refused', async () => {
  const bytes = await archive()
  // Cuts at many places of the last blocks, where the manifest is, and at a few within the database.
  const manifestAt = bytes.lastIndexOf('manifest.json')
  const ends = [0, 1, 511, 512, 1_023, 5_000, manifestAt, manifestAt + 512, manifestAt + 600]
  for (const end of ends) await expectRefused(bytes.subarray(0, end), /manifest|whole tar/)
})

test('an archive in which one bit was turned is refused', async () => {
  const bytes = await archive()
  const { length } = bytes
  const places = Array.from({ length: 60 }, (_, index) => Math.floor((index * length) / 60))
  for (const place of [...places, 0, 100, 130, 150, 156]) {
    const broken = Buffer.from(bytes)
    broken[place] = (broken[place] ?? 0) ^ 4
    const into = join(newFolder(), 'into')
    const outcome = await restore(inPieces(broken), into).then(
      () => readFileSync(join(into, 'mailstop.sqlite')),
      () => existsSync(into),
    )
    // Padding and the end have no meaning: if one of their bits is turned, the files are the same.
    expect(outcome === false || (outcome instanceof Buffer && bytes.includes(outcome))).toBe(true)
  }
})

type Entry = { name: string; bytes?: Buffer; header?: HeaderData }

/** A tar of these entries, with the manifest that they deserve unless they have one. */
async function tarOf(entries: Entry[], manifest: object = {}): Promise<Buffer> {
  const parts: Uint8Array[] = []
  const files = []
  for (const { name, bytes = Buffer.alloc(0), header } of entries) {
    files.push({
      name,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    const packed = await collected(tarEntry({ name, size: bytes.length, madeAt }, [bytes]))
    if (header) {
      const data = { path: name, mode: 0o600, size: bytes.length, type: 'File' as const }
      new Header({ ...data, mtime: new Date(madeAt), ...header }).encode(packed)
    }
    parts.push(packed)
  }
  const text = Buffer.from(
    JSON.stringify({
      format: 'mailstop-backup-1',
      version: '9.9.9',
      store: 'sqlite',
      schema: initialMigration,
      made_at: new Date(madeAt).toISOString(),
      files,
      ...manifest,
    }),
  )
  const named = { name: 'manifest.json', size: text.length, madeAt }
  return Buffer.concat([...parts, await collected(tarEntry(named, [text])), tarEnd()])
}

const key: Entry = { name: 'app-key', bytes: Buffer.from(`${'A'.repeat(43)}=\n`) }

test.each<[string, Entry[], RegExp]>([
  ['a path above the folder', [{ name: '../escaped' }], /holds "..\/escaped"/],
  ['an absolute path', [{ name: '/tmp/escaped' }], /holds "\/tmp\/escaped"/],
  ['a path in a folder', [{ name: 'x/app-key' }], /holds "x\/app-key"/],
  ['the name of an own property', [{ name: 'constructor' }], /holds "constructor"/],
  [
    'a symbolic link',
    [{ name: 'app-key', header: { type: 'SymbolicLink', linkpath: '/etc/passwd' } }],
    /no plain file/,
  ],
  [
    'a hard link',
    [{ name: 'app-key', header: { type: 'Link', linkpath: '/etc/passwd' } }],
    /no plain file/,
  ],
  ['a device', [{ name: 'app-key', header: { type: 'CharacterDevice' } }], /no plain file/],
  ['one file twice', [key, key], /twice/],
  ['a key of 5 KB', [{ ...key, bytes: Buffer.alloc(5_000) }], /too large/],
  [
    'a database larger than any disk',
    [key, { name: 'mailstop.sqlite', header: { size: 2 ** 52 } }],
    /no room/,
  ],
  ['no key', [{ name: 'mailstop.sqlite', bytes: Buffer.from('x') }], /app-key is missing/],
  [
    'garbage for a database',
    [key, { name: 'mailstop.sqlite', bytes: Buffer.alloc(9_000, 'x') }],
    /database cannot be used/,
  ],
  ['a key alone', [key], /key alone/],
])('an archive with %s is refused, and nothing is written', async (_name, entries, said) => {
  const parent = newFolder()
  await expectRefused(await tarOf(entries), said, join(parent, 'into'))
  expect(readdirSync(parent)).toEqual([])
})

test('an archive of a newer version is refused by its manifest and by its database', async () => {
  await expectRefused(await tarOf([key], { schema: '999-later' }), /newer Mailstop, 9.9.9/)
  const dataDir = newFolder()
  await copyMigratedSqlite(dataDir)
  const file = join(dataDir, 'mailstop.sqlite')
  const store = new DatabaseSync(file)
  store.exec(`insert into kysely_migration values ('999-later', '')`)
  store.close()
  const newer = await tarOf([key, { name: 'mailstop.sqlite', bytes: readFileSync(file) }])
  await expectRefused(newer, /newer Mailstop, which has 999-later/)
})

test('an archive of an older version is refused, and says which one restores it', async () => {
  await expectRefused(
    await tarOf([key], { schema: '069-vouched-members' }),
    /start commit 0a506dcbd640/,
  )
})

test('a few kilobytes that unpack to gigabytes are refused before they do', async () => {
  const header = (await tarOf([{ name: 'mailstop.sqlite' }])).subarray(0, 512)
  // RFC 8878: a frame of one raw block and many that repeat a byte, of the largest size each.
  const block = (type: number, size: number, isLast = false) => {
    const bytes = Buffer.alloc(3)
    bytes.writeUIntLE((size << 3) | (type << 1) | Number(isLast), 0, 3)
    return bytes
  }
  const zeros = Buffer.concat([block(1, 131_072), Buffer.alloc(1)])
  const many = Array.from({ length: 2_000 }, () => zeros)
  const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])
  const end = Buffer.concat([block(1, 131_072, true), Buffer.alloc(1)])
  const before = process.memoryUsage().rss
  await expectRefused(Buffer.concat([frame, block(0, 512), header, ...many, end]), /whole tar/)
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})

test('a database whose pages are damaged is refused though its hash is right', async () => {
  const dataDir = newFolder()
  await copyMigratedSqlite(dataDir)
  const bytes = readFileSync(join(dataDir, 'mailstop.sqlite'))
  bytes.fill(0xff, 8_192, 40_000)
  await expectRefused(
    await tarOf([key, { name: 'mailstop.sqlite', bytes }]),
    /database cannot be used/,
  )
})

test('a database whose steps are an endless view is refused', async () => {
  const dataDir = newFolder()
  await copyMigratedSqlite(dataDir)
  const file = join(dataDir, 'mailstop.sqlite')
  const store = new DatabaseSync(file)
  const endless = 'with recursive x(n) as (select 1 union all select n + 1 from x) select n as name'
  store.exec(`drop table kysely_migration; create view kysely_migration as ${endless} from x`)
  store.close()
  const bytes = await tarOf([key, { name: 'mailstop.sqlite', bytes: readFileSync(file) }])
  await expectRefused(bytes, /database cannot be used. It is no store of Mailstop/)
})

test.each([
  [
    'create trigger kept after insert on mails begin delete from sessions; end',
    /the trigger kept,/,
  ],
  ['create view everything as select * from mails', /the view everything,/],
  ['create table more (id integer)', /the table more,/],
  ['create virtual table more using fts5(text)', /the table more,/],
  ['create index more on mails (id, team_id)', /the index more,/],
  ['alter table users add column more text', /Its table users is not as/],
  ['drop table pins', /Its table pins is missing/],
  [
    'drop table mail_words; create virtual table mail_words using fts5(other)',
    /Its table mail_words is not as/,
  ],
])('a database in which somebody did “%s” is refused', async (change, said) => {
  const dataDir = newFolder()
  await copyMigratedSqlite(dataDir)
  const file = join(dataDir, 'mailstop.sqlite')
  const store = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  store.exec(change)
  store.close()
  const bytes = await tarOf([key, { name: 'mailstop.sqlite', bytes: readFileSync(file) }])
  await expectRefused(bytes, said)
})

const listedKey = {
  name: 'app-key',
  size: key.bytes?.length,
  sha256: createHash('sha256')
    .update(key.bytes ?? '')
    .digest('hex'),
}

test.each([
  ['files that the manifest lacks', { files: [] }, /does not name app-key|app-key/],
  ['another format', { format: 'x' }, /manifest cannot be read/],
  ['one file twice', { files: [listedKey, listedKey] }, /manifest cannot be read/],
  [
    'a file that is missing',
    { files: [{ name: 'x', size: 0, sha256: '0'.repeat(64) }] },
    /x is missing/,
  ],
])('a manifest with %s is refused', async (_name, manifest, said) => {
  await expectRefused(await tarOf([key], manifest), said)
})

test('only an empty folder is restored into; a new disk counts as one', async () => {
  const bytes = await archive()
  const used = newFolder()
  writeFileSync(join(used, 'something'), '')
  await expectRefused(bytes, /not empty: it holds something/, used)
  const disk = newFolder()
  mkdirSync(join(disk, 'lost+found'))
  await restore(inPieces(bytes), disk)
  expect(readdirSync(disk)).toContain('mailstop.sqlite')
  await expectRefused(bytes, /not empty/, disk)
  const killed = newFolder()
  mkdirSync(join(killed, 'unfinished-restore'))
  await expectRefused(bytes, /it was killed: remove .*unfinished-restore/, killed)
})

test('a store that somebody makes in the folder during a restore is kept', async () => {
  const bytes = await archive()
  const folder = join(newFolder(), 'into')
  async function* withServer() {
    yield* inPieces(bytes)
    writeFileSync(join(folder, 'mailstop.sqlite'), 'of a server that was started')
  }
  await expect(restore(withServer(), folder)).rejects.toThrow('not empty: it holds mailstop.sqlite')
  expect(readdirSync(folder)).toEqual(['mailstop.sqlite'])
})

test('one backup at a time; one that is given up leaves nothing', async () => {
  const dataDir = newFolder()
  await copyMigratedSqlite(dataDir)
  const backups = await backupsOf(dataDir)
  const before = readdirSync(dataDir).toSorted()
  const first = backups.archive({ keyOnly: false, signal })
  await first.next()
  const second = backups.archive({ keyOnly: false, signal })
  await expect(second.next()).rejects.toMatchObject({ code: 'conflict' })
  await first.return(undefined)
  const stopped = backups.archive({ keyOnly: false, signal: AbortSignal.abort() })
  await expect(collected(stopped)).rejects.toThrow('aborted')
  expect(readdirSync(dataDir).toSorted()).toEqual(before)
  expect((await collected(backups.archive({ keyOnly: false, signal }))).length).toBeGreaterThan(0)
})

test('of a Postgres the key is packed, and nothing without being asked for that', async () => {
  const dataDir = newFolder()
  const backups = createBackups({
    db: {
      dialect: { name: 'postgres' },
      snapshot() {
        throw invalid({ store: ['The mail is in Postgres.'] })
      },
    },
    dataDir,
    appKey,
    version: '1',
    now: () => madeAt,
  })
  expect(() => backups.archive({ keyOnly: false, signal })).toThrow('Some fields')
  const bytes = await collected(backups.archive({ keyOnly: true, signal }))
  const into = newFolder()
  expect(await restore(inPieces(bytes), into)).toMatchObject({ store: 'postgres' })
  expect(readdirSync(into)).toEqual(['app-key'])
})
