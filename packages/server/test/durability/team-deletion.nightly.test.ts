import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createTeam, deleteTeam, listMails, type Team } from '@mailstop/contract'
import { Client } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { createIntake } from '../../src/features/mails/catch/mail-intake.ts'
import { runOnFile } from '../access/stores.ts'
import type { ApiClient } from '../clients/api-client.ts'
import { newPostgres } from '../support/databases.ts'
import { findOrphans } from '../races/orphans.ts'
import { insertRule } from '../support/store-rows.ts'
import { logIn, signUp, startProduct, type Product } from './product-process.ts'
import { uniqueMail } from './sent-mails.ts'
import { beginMail, connectAs, queuedId } from './smtp-connection.ts'
import { newFolder } from '../support/new-folder.ts'
import { strictEvents } from '../support/strict-events.ts'

/** `npm run test:deletion` deletes 100,000. */
// oxlint-disable-next-line node/no-process-env -- how many is the caller's to choose
const mails = Number(process.env['DELETED_MAILS'] ?? 4_000)
const timeoutMs = 120_000 + mails * 20
const password = 'correct horse battery staple'

type Store = {
  dialect: 'SQLite' | 'Postgres'
  dataDir: string
  env: Record<string, string>
  run(statement: string): Promise<Record<string, unknown>[]>
  /** From now on, each deletion of this mail stops in the middle of its transaction. */
  hold(mailId: number): Promise<void>
  release(): Promise<void>
}

async function onSqlite(): Promise<Store> {
  const dataDir = newFolder()
  const file = join(dataDir, 'mailstop.sqlite')
  const run = (statement: string) => runOnFile(file, statement)
  return {
    dialect: 'SQLite',
    dataDir,
    env: {},
    run,
    async hold(mailId) {
      await run(`create trigger hold before delete on mails when old.id = ${mailId} begin
        select count(*) from (
          with recursive endless(n) as (select 1 union all select n + 1 from endless) select n from endless
        );
      end`)
    },
    async release() {
      await run('drop trigger hold')
    },
  }
}

async function onPostgres(): Promise<Store> {
  const url = await newPostgres()
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return {
    dialect: 'Postgres',
    dataDir: newFolder(),
    env: { DATABASE_URL: url, APP_KEY: randomBytes(32).toString('base64') },
    run: async (statement) => (await client.query<Record<string, unknown>>(statement)).rows,
    async hold(mailId) {
      await client.query(`
        create function hold() returns trigger language plpgsql as
          'begin perform pg_sleep(600); return old; end';
        create trigger hold before delete on mails
          for each row when (old.id = ${mailId}) execute function hold()`)
    },
    async release() {
      // The server goes on sleeping for a client that is gone.
      await client.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`)
      await client.query('drop function hold cascade')
    },
  }
}

/** Fills a team as if its mail had been caught, with a delivery for each mail. No process has the store meanwhile. */
async function fill({ dataDir, env }: Store, teamId: number): Promise<void> {
  const log = pino({ level: 'silent' })
  const databaseUrl = env['DATABASE_URL']
  const db = await openDatabase({ dataDir, log, ...(databaseUrl && { databaseUrl }) })
  const events = strictEvents()
  const { receive } = createIntake({ db, events })
  await insertRule(db, teamId, 'all@elsewhere.test')
  const envelope = { from: 'app@rocket.test', to: ['you@customer.test'] }
  for (let from = 0; from < mails; from += 200) {
    const batch = Array.from({ length: Math.min(200, mails - from) }, () => {
      const source = new Uint8Array(Buffer.from(uniqueMail(300).source))
      return receive({
        teamId,
        envelope,
        source,
        receivedAt: 1_700_000_000_000,
        followsRules: true,
      })
    })
    await Promise.all(batch)
  }
  await db.close()
}

/** What another team does all the while: one mail is caught, then the newest are looked at. */
async function otherTeam({ smtpPort }: Product, { api, team }: { api: ApiClient; team: Team }) {
  const connection = await connectAs(smtpPort, team)
  const caught: number[] = []
  let longestMs = 0
  async function work(): Promise<void> {
    const before = performance.now()
    expect(await beginMail(connection)).toMatch(/^354/)
    const id = queuedId(await connection.say(`${uniqueMail(2_000).source}.\r\n`))
    const { data } = await api.must(listMails, { params: { team: String(team.id) }, query: {} })
    expect(data[0]?.id).toBe(id)
    caught.push(id ?? 0)
    longestMs = Math.max(longestMs, performance.now() - before)
  }
  return { work, caught, longest: () => Math.round(longestMs), close: connection.close }
}

test.each([
  ['SQLite', onSqlite],
  ['Postgres', onPostgres],
])(
  'a large team goes step by step while others work, and also when the process is killed over it, on %s',
  async (_, open) => {
    const store = await open()
    const { dialect, dataDir, env, run, hold, release } = store
    const count = async (statement: string) => Number((await run(statement))[0]?.['count'])
    let product = await startProduct(dataDir, env)
    const { api } = await signUp(product)
    const { data: going } = await api.must(createTeam, { body: { name: 'Large' } })
    product.signal('SIGTERM')
    await product.exited
    await fill(store, going.id)
    const left = () => count(`select count(*) as count from mails where team_id = ${going.id}`)
    expect(await left()).toBe(mails)
    const [middle] = await run(`select id from mails where team_id = ${going.id}
      order by id limit 1 offset ${Math.floor(mails / 2)}`)
    await hold(Number(middle?.['id']))

    product = await startProduct(dataDir, env)
    let signedIn = await logIn(product)
    const params = { team: String(going.id) }
    await signedIn.api.must(deleteTeam, { params, body: { password } })
    while ((await left()) === mails);
    product.signal('SIGKILL')
    await product.exited
    await release()
    const afterKill = await left()
    expect(afterKill).toBeGreaterThan(0)
    expect(afterKill).toBeLessThan(mails)

    // Time passes, so that the row of the team goes too.
    await run(`update teams set deleted_at = 1 where id = ${going.id}`)
    product = await startProduct(dataDir, env)
    signedIn = await logIn(product)
    const other = await otherTeam(product, signedIn)
    do await other.work()
    while ((await left()) > 0)
    const meanwhile = other.caught.length
    const teams = () => count(`select count(*) as count from teams where id = ${going.id}`)
    while ((await teams()) > 0) await other.work()
    other.close()
    product.signal('SIGTERM')
    expect(await product.exited).toMatchObject({ code: 0 })
    const kept = await run(`select id from mails where team_id = ${signedIn.team.id} order by id`)
    expect(kept.map(({ id }) => Number(id))).toEqual(other.caught)
    // A small one may be gone before anybody has logged in.
    expect(meanwhile).toBeGreaterThan(mails >= 20_000 ? 10 : -1)
    expect(await findOrphans(dialect, run)).toEqual([])
    process.stdout.write(
      `${dialect}: ${mails} mails deleted, ${afterKill} of them after a kill; another team caught and read ${meanwhile} times meanwhile, in at most ${other.longest()} ms\n`,
    )
  },
  timeoutMs,
)
