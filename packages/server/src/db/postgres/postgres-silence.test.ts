import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { newPostgres } from '../../../test/support/databases.ts'
import { startSilentProxy } from '../../../test/clients/silent-proxy.ts'
import { insertTeam, mailBatch } from '../../../test/support/store-rows.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { storeTrouble } from '../store-faults.ts'
import type { AnswerLimits } from './pool.ts'

const log = pino({ level: 'silent' })
const writer = fileURLToPath(
  new URL('../../../test/clients/write-until-killed.ts', import.meta.url),
)

async function newDatabase(): Promise<string> {
  const url = await newPostgres()
  return url
}

async function open(databaseUrl: string, answerMs: Partial<AnswerLimits> = {}): Promise<Database> {
  const database = await openDatabase({ dataDir: tmpdir(), databaseUrl, log, answerMs })
  onTestFinished(() => database.close())
  return database
}

async function writeMail(database: Database, teamId: number): Promise<number> {
  const [id = 0] = await database.nextIds('mails', 1)
  await database.write(mailBatch(id, teamId, Buffer.from('x')))
  return id
}

test('a process that stands still within a transaction holds the others back for some seconds', async () => {
  const url = await newDatabase()
  const frozen = await open(url)
  const other = await open(url)
  const { teamId } = await insertTeam(frozen, 'ann')
  const holds = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const transaction = frozen.transaction(async (tx) => {
    await tx.updateTable('team_counters').set({ unread: 0 }).execute()
    holds.resolve()
    await goOn.promise
    await tx.updateTable('team_counters').set({ unread: 100 }).execute()
  })
  await holds.promise
  await writeMail(other, teamId)
  goOn.resolve()
  const failure: unknown = await transaction.catch((error: unknown) => error)
  expect(storeTrouble(failure)).not.toBeNull()
  const counters = await other.sql.selectFrom('team_counters').select('unread').execute()
  expect(counters).toEqual([{ unread: 1 }])
  // And it goes on, on other connections.
  await writeMail(frozen, teamId)
})

test(
  'a process that is stopped while it catches holds the others back no longer',
  { timeout: 60_000 },
  async () => {
    const url = await newDatabase()
    const child = spawn(process.execPath, [writer, tmpdir(), url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    child.stdout.resume()
    const outsider = new Client({ connectionString: url })
    await outsider.connect()
    onTestFinished(() => outsider.end())
    const states = async () => {
      const { rows } = await outsider.query<{ state: string }>(`
      select distinct state from pg_stat_activity
      where application_name = 'mailstop' and datname = current_database()`)
      return rows.map((row) => row.state)
    }
    // Until it is stopped between two statements of a batch, after which nothing is under way.
    for (let held = false; !held;) {
      child.kill('SIGSTOP')
      let now = await states()
      while (now.includes('active')) now = await states()
      held = now.includes('idle in transaction')
      if (!held) child.kill('SIGCONT')
    }
    const other = await open(url)
    const { id } = await other.sql.selectFrom('teams').select('id').executeTakeFirstOrThrow()
    expect(await writeMail(other, id)).toBeGreaterThan(0)
  },
)

test('connections end a transaction that stands still, and a stricter limit of the server stays', async () => {
  const url = await newDatabase()
  const name = 'idle_in_transaction_session_timeout'
  const limitOf = async (database: Database) =>
    (
      await sql<{ ms: string }>`
        select setting as ms from pg_settings where name = ${name}`.execute(database.longReads)
    ).rows
  const database = await open(url)
  expect(await limitOf(database)).toEqual([{ ms: '5000' }])
  await sql
    .raw(`alter database "${new URL(url).pathname.slice(1)}" set ${name} = 3000`)
    .execute(database.longReads)
  expect(await limitOf(await open(url))).toEqual([{ ms: '3000' }])
})

test('what is asked on connections that were lost in silence fails, and new ones take their place', async () => {
  const proxy = await startSilentProxy(await newDatabase())
  const database = await open(proxy.url, { ingest: 1_000, changing: 1_000, longReads: 1_000 })
  const { teamId } = await insertTeam(database, 'ann')
  // Gives each pool connections that know nothing of it.
  const idle = [
    database.longReads,
    database.longReads,
    database.ingest,
    database.ingest,
    database.sql,
  ]
  await Promise.all(idle.map((store) => sql`select pg_sleep(0.05)`.execute(store)))
  // The ids come before the silence: a pool that waits for them may notice it, and open another connection.
  const [id = 0] = await database.nextIds('mails', 1)

  proxy.silence()
  const batch = mailBatch(id, teamId, Buffer.from('x'))
  const failure: unknown = await database.write(batch).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'StoreSilent' })
  expect(storeTrouble(failure)).toBe('away')
  proxy.heal()
  // None meets another lost one, of whichever pool.
  await writeMail(database, teamId)
  await Promise.all(idle.map((store) => sql`select 1`.execute(store)))
  await database.transaction((tx) => tx.updateTable('users').set({ name: 'Ann' }).execute())
  expect(await database.sql.selectFrom('mails').select('id').execute()).toHaveLength(1)
})

test('a transaction on a connection that was lost in silence fails once, and not for its rollback again', async () => {
  const proxy = await startSilentProxy(await newDatabase())
  const database = await open(proxy.url, { changing: 1_000 })
  const asked: string[] = []
  const transaction = database.transaction(async (tx) => {
    await tx.updateTable('users').set({ name: 'Ann' }).execute()
    proxy.silence()
    asked.push('second')
    await tx.updateTable('users').set({ name: 'Bob' }).execute()
    asked.push('never')
  })
  const failure: unknown = await transaction.catch((error: unknown) => error)
  expect(storeTrouble(failure)).toBe('away')
  expect(asked).toEqual(['second'])
  proxy.heal()
  await database.transaction((tx) => tx.updateTable('users').set({ name: 'Ann' }).execute())
})

test('a server that went away and came back is used again', async () => {
  const proxy = await startSilentProxy(await newDatabase())
  const database = await open(proxy.url)
  const { teamId } = await insertTeam(database, 'ann')
  await proxy.goAway()
  for (const ask of [
    () => writeMail(database, teamId),
    () => database.sql.selectFrom('users').select('id').execute(),
    () => database.transaction((tx) => tx.updateTable('users').set({ name: 'x' }).execute()),
  ]) {
    const failure: unknown = await ask().catch((error: unknown) => error)
    expect(storeTrouble(failure)).toBe('away')
  }
  await proxy.comeBack()
  await writeMail(database, teamId)
})
