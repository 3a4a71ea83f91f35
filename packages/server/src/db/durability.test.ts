import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { newPostgres } from '../../test/support/databases.ts'
import { mailsWithWords } from '../../test/searching/stored-words.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { newFolder } from '../../test/support/new-folder.ts'

const writer = fileURLToPath(new URL('../../test/clients/write-until-killed.ts', import.meta.url))
const acknowledgedBatches = 40

/** Kills a writing process with no warning; the ids of the mails it had said were written. */
async function writeAndKill(...args: string[]): Promise<number[]> {
  const child = spawn(process.execPath, [writer, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const batches: number[][] = []
  for await (const line of createInterface(child.stdout)) {
    // What it said between the kill and its end counts as well.
    batches.push(line.split(' ').map(Number))
    if (batches.length === acknowledgedBatches) child.kill('SIGKILL')
  }
  await exited
  return batches.flat()
}

async function expectWholeMails(database: Database, acknowledged: number[]): Promise<void> {
  const { rows } = await sql<{ id: number; whole: number }>`
    select mails.id, count(mail_sources.mail_id) as whole
    from mails left join mail_sources on mail_sources.mail_id = mails.id
    group by mails.id`.execute(database.sql)
  const kept = new Set(rows.map((row) => row.id))
  expect(acknowledged.length).toBeGreaterThanOrEqual(acknowledgedBatches * 10)
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  expect(rows.filter((row) => row.whole !== 1)).toEqual([])
  expect(rows.length % 10).toBe(0)

  const counters = await database.sql.selectFrom('team_counters').select('total').execute()
  expect(counters).toEqual([{ total: rows.length }])
  const count = async (table: string) => {
    const counted = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`
    return (await counted.execute(database.sql)).rows[0]?.count
  }
  const indexed = (await mailsWithWords(database)).length
  expect(indexed + Number(await count('mails_to_index'))).toBe(rows.length)
}

test('a killed process loses no acknowledged batch on SQLite, and no batch is half there', async () => {
  const dataDir = newFolder()
  const acknowledged = await writeAndKill(dataDir)
  const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  await expectWholeMails(database, acknowledged)
  const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database.sql)
  expect(check.rows).toEqual([{ integrity_check: 'ok' }])
  const [next = 0] = await database.nextIds('mails', 1)
  expect(next).toBeGreaterThan(Math.max(...acknowledged))
  await database.close()
})

test('a killed process loses no acknowledged batch on Postgres, and no batch is half there', async () => {
  const url = await newPostgres()
  const acknowledged = await writeAndKill(tmpdir(), url)
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ dataDir: tmpdir(), databaseUrl: url, log })
  await expectWholeMails(database, acknowledged)
  await database.close()
})
