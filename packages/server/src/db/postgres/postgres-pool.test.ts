import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresDatabase } from '../../../test/databases.ts'
import { insertTeam, newMail, newUser } from '../../../test/store-rows.ts'
import { openDatabase } from '../open-database.ts'

async function openHere() {
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ dataDir: tmpdir(), databaseUrl: url, log })
  onTestFinished(() => database.close())
  const outsider = new Client({ connectionString: url })
  await outsider.connect()
  onTestFinished(() => outsider.end())
  return { database, outsider }
}

/** As a restart of the server would. */
async function dropConnections(outsider: Client): Promise<void> {
  await outsider.query(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'mailstop' and datname = current_database()`)
}

test('the store goes on after its idle connections were cut', async () => {
  const { database, outsider } = await openHere()
  await insertTeam(database, 'ann')
  await dropConnections(outsider)
  // The first use may still meet the end of an old connection; none after it does.
  await database.sql
    .selectFrom('users')
    .selectAll()
    .execute()
    .catch(() => {})
  expect(await database.sql.selectFrom('users').select('name').execute()).toEqual([{ name: 'ann' }])
})

test('a transaction whose connection is cut fails, keeps nothing and harms nobody else', async () => {
  const { database, outsider } = await openHere()
  const ran: string[] = []
  const outcome = database.transaction(async (tx, afterCommit) => {
    afterCommit(() => ran.push('never'))
    await tx.insertInto('users').values(newUser('ann')).execute()
    await dropConnections(outsider)
  })
  await expect(outcome).rejects.toThrow(/terminat|closed|queryable/i)
  expect(ran).toEqual([])
  expect(await database.sql.selectFrom('users').selectAll().execute()).toEqual([])
})

test('a bulk write that meets a deadlock is tried again', async () => {
  const { database, outsider } = await openHere()
  const ann = await insertTeam(database, 'ann')
  const bob = await insertTeam(database, 'bob')
  const lock = (teamId: number) =>
    outsider.query('update team_counters set unread = 0 where team_id = $1', [teamId])
  const [id = 0] = await database.nextIds('mails', 1)
  const one = { total: 1, unread: 0, flagged: 0 }
  // The store is the one whose deadlock is detected: the outsider waits for longer.
  await outsider.query(`set deadlock_timeout = '1min'`)
  await outsider.query('begin')
  await lock(bob.teamId)
  const write = database.write([
    { add: 'team_counters', key: 'team_id', rows: [{ team_id: ann.teamId, ...one }] },
    { add: 'team_counters', key: 'team_id', rows: [{ team_id: bob.teamId, ...one }] },
    { insert: 'mails', rows: [newMail(id, ann.teamId)] },
  ])
  await untilSomebodyWaits(outsider)
  await lock(ann.teamId)
  await outsider.query('commit')
  await write
  const counters = await database.sql.selectFrom('team_counters').select('total').execute()
  expect(counters).toEqual([{ total: 1 }, { total: 1 }])
  expect(await database.sql.selectFrom('mails').select('id').execute()).toEqual([{ id }])
})

test('a commit is on disk even where the server would not insist', async () => {
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  const outsider = new Client({ connectionString: url })
  await outsider.connect()
  await outsider.query(`alter database "${outsider.database}" set synchronous_commit = off`)
  await outsider.end()
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ dataDir: tmpdir(), databaseUrl: url, log })
  onTestFinished(() => database.close())
  const { rows } = await sql`show synchronous_commit`.execute(database.sql)
  expect(rows).toEqual([{ synchronous_commit: 'on' }])
})

async function untilSomebodyWaits(outsider: Client): Promise<void> {
  for (;;) {
    const { rowCount } = await outsider.query(`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    if (rowCount) return
  }
}
