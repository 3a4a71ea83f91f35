import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { newPostgres, openPostgres } from '../../../test/support/databases.ts'
import { insertTeam, newMail, newUser } from '../../../test/support/store-rows.ts'
import { openDatabase } from '../open-database.ts'

async function openHere() {
  const url = await newPostgres()
  const database = await openPostgres({ url })
  const outsider = new Client({ connectionString: url })
  await outsider.connect()
  onTestFinished(() => outsider.end())
  return { database, outsider }
}

/** Ends connections as a restart of the server would. */
async function dropConnections(outsider: Client): Promise<void> {
  await outsider.query(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'mailstop' and datname = current_database()`)
}

test('a list of ids that has something else is refused, and not read as other ids', async () => {
  const { database } = await openHere()
  const read = async (list: string) =>
    (await sql`select ${sql.raw(list)}::bigint[] as ids`.execute(database.sql)).rows
  expect(await read('array[7, 12]')).toEqual([{ ids: [7, 12] }])
  expect(await read('array[]')).toEqual([{ ids: [] }])
  await expect(read('array[7, null]')).rejects.toThrow('A list of ids has a N')
  await expect(read('array[-7]')).rejects.toThrow('A list of ids has a -')
})

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

test('the log names an idle connection that was cut, without what the pool knows of it', async () => {
  const url = await newPostgres()
  const said = Promise.withResolvers<string>()
  const log = pino({}, { write: said.resolve })
  const database = await openDatabase({ dataDir: tmpdir(), databaseUrl: url, log })
  onTestFinished(() => database.close())
  const outsider = new Client({ connectionString: url })
  await outsider.connect()
  onTestFinished(() => outsider.end())
  await insertTeam(database, 'ann')
  await dropConnections(outsider)
  const line = JSON.parse(await said.promise) as object
  expect(line).toMatchObject({ msg: 'An idle database connection was lost' })
  expect(line).toHaveProperty('error', { message: expect.any(String), code: '57P01' })
  expect(line).not.toHaveProperty('err')
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
  const [id = 0] = await database.nextIds('mails', 1)
  // When a server notices a real deadlock depends on its timers. A sequence survives the rollback,
  // so only the first insert meets the error.
  await outsider.query(`
    create sequence inserts;
    create function meet_deadlock() returns trigger language plpgsql as $$
    begin
      if nextval('inserts') = 1 then
        raise exception 'deadlock detected' using errcode = 'deadlock_detected';
      end if;
      return new;
    end $$;
    create trigger meet_deadlock before insert on mails
    for each row execute function meet_deadlock()`)
  await database.write([
    {
      add: 'team_counters',
      key: 'team_id',
      rows: [{ team_id: ann.teamId, total: 1, unread: 0, flagged: 0 }],
    },
    { insert: 'mails', rows: [newMail(id, ann.teamId)] },
  ])
  const { rows } = await outsider.query('select last_value::int as inserts from inserts')
  expect(rows).toEqual([{ inserts: 2 }])
  const counters = await database.sql.selectFrom('team_counters').select('total').execute()
  expect(counters).toEqual([{ total: 1 }])
  expect(await database.sql.selectFrom('mails').select('id').execute()).toEqual([{ id }])
})

test('a commit is on disk even where the server would not insist', async () => {
  const url = await newPostgres()
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
