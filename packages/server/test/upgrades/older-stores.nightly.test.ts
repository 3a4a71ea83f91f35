import { createHash } from 'node:crypto'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { notYetMoved, refuseOlderStore, tooOld } from '../../src/db/store-files/older-store.ts'
import { runCommand } from '../command-line/run-command.ts'
import { askPostgres, leftStore } from './left-store.ts'
import { schemaOfPostgres } from './schema-text.ts'
import { newFolder } from '../support/new-folder.ts'

const remove = `delete from kysely_migration where name >= '069'`

/** Every command that opens a store. A backup of a Postgres is made by its own tool. */
const commands = [
  ['serve'],
  ['doctor'],
  ['backup', 'there.tar'],
  ['accounts', 'ada@example.test'],
  ['users', 'list'],
  ['teams', 'list'],
  ['credentials', 'show', '1'],
  ['export', '1', 'there.mbox'],
  ['import', '1', '-'],
]

async function hashes(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const name of (await readdir(folder)).toSorted()) {
    files[name] = createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')
  }
  return files
}

async function expectRefusals(env: Record<string, string>, which = commands): Promise<void> {
  const cwd = newFolder()
  for (const words of which) {
    const { code, text, error } = await runCommand(words, { env, cwd })
    expect(text + error, words.join(' ')).toContain(tooOld)
    expect(code, words.join(' ')).toBe(1)
  }
  expect(await readdir(cwd)).toEqual([])
}

test('a store on SQLite that has older tables is refused by every command, and not touched', async () => {
  const { dataDir, env } = await leftStore('commit-0a506dcb')
  const store = new DatabaseSync(join(dataDir, 'mailstop.sqlite'))
  store.exec(remove)
  store.close()
  const before = await hashes(dataDir)
  await expectRefusals(env)
  expect(await hashes(dataDir)).toEqual(before)
}, 120_000)

/** Every row of every table, with the transaction that wrote it. */
const everyRow = `
  select oid::regclass::text as name,
    query_to_xml(format('select xmin, kept.* from %s as kept', oid::regclass), true, false, '')::text as rows
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`

test('a Postgres that has older tables is refused by every command, and not touched', async () => {
  const { env, url } = await leftStore('commit-0a506dcb-postgres')
  await askPostgres(url ?? '', remove)
  const [rows, schema] = [await askPostgres(url ?? '', everyRow), await schemaOfPostgres(url ?? '')]
  await expectRefusals(
    env,
    commands.filter(([name]) => name !== 'backup'),
  )
  expect(await askPostgres(url ?? '', everyRow)).toEqual(rows)
  expect(await schemaOfPostgres(url ?? '')).toEqual(schema)
}, 120_000)

test('a Postgres whose upgrade has not ended is refused until it has', async () => {
  const { env, url } = await leftStore('commit-0a506dcb-postgres')
  const left = `insert into mail_words (mail_id, word_list) values (1, ' /1 x ')`
  await askPostgres(url ?? '', left)
  const { code, error } = await runCommand(['users', 'list'], { env })
  expect([code, error]).toEqual([1, expect.stringContaining(notYetMoved)])
  const examined = await runCommand(['doctor'], { env })
  expect([examined.code, examined.text]).toEqual([1, expect.stringContaining(notYetMoved)])
  await askPostgres(url ?? '', 'delete from mail_words')
  expect((await runCommand(['users', 'list'], { env })).code).toBe(0)
}, 60_000)

test('an older store whose process was killed is refused by its log of writes, and not touched', async () => {
  const { dataDir } = await leftStore('commit-0a506dcb')
  const store = new DatabaseSync(join(dataDir, 'mailstop.sqlite'))
  onTestFinished(() => store.close())
  store.exec(remove)
  const left = newFolder()
  await cp(dataDir, left, { recursive: true })
  const before = await hashes(left)
  expect(Object.keys(before)).toContain('mailstop.sqlite-wal')
  expect(() => refuseOlderStore(left)).toThrow(tooOld)
  expect(await hashes(left)).toEqual(before)
})
