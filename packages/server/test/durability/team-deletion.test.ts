import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createTeam, deleteTeam, listMails, type Team } from '@mailstop/contract'
import { Client } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { createEvents } from '../../src/events.ts'
import { createIntake } from '../../src/features/mails/catch/mail-intake.ts'
import { runOnFile } from '../access/stores.ts'
import type { ApiClient } from '../api-client.ts'
import { createPostgresDatabase } from '../databases.ts'
import { findOrphans } from '../races/orphans.ts'
import { insertRule } from '../store-rows.ts'
import { logIn, signUp, startProduct, temporaryDataDir, type Product } from './product-process.ts'
import { uniqueMail } from './sent-mails.ts'
import { beginMail, connectAs, queuedId } from './smtp-connection.ts'

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
}

async function onSqlite(): Promise<Store> {
  const dataDir = await temporaryDataDir()
  const file = join(dataDir, 'mailstop.sqlite')
  return { dialect: 'SQLite', dataDir, env: {}, run: (statement) => runOnFile(file, statement) }
}

async function onPostgres(): Promise<Store> {
  const { url, drop } = await createPostgresDatabase()
  onTestFinished(drop)
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return {
    dialect: 'Postgres',
    dataDir: await temporaryDataDir(),
    env: { DATABASE_URL: url, APP_KEY: randomBytes(32).toString('base64') },
    run: async (statement) => (await client.query<Record<string, unknown>>(statement)).rows,
  }
}

/** As if it had been caught, with a delivery for each mail. No process has the store meanwhile. */
async function fill({ dataDir, env }: Store, teamId: number): Promise<void> {
  const log = pino({ level: 'silent' })
  const databaseUrl = env['DATABASE_URL']
  const db = await openDatabase({ dataDir, log, ...(databaseUrl && { databaseUrl }) })
  const events = createEvents((error) => {
    throw error
  })
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
    const { dialect, dataDir, env, run } = store
    const count = async (statement: string) => Number((await run(statement))[0]?.['count'])
    let product = await startProduct(dataDir, env)
    const { api } = await signUp(product)
    const { data: going } = await api.must(createTeam, { body: { name: 'Large' } })
    product.signal('SIGTERM')
    await product.exited
    await fill(store, going.id)
    const left = () => count(`select count(*) as count from mails where team_id = ${going.id}`)
    expect(await left()).toBe(mails)

    product = await startProduct(dataDir, env)
    let signedIn = await logIn(product)
    const first = await otherTeam(product, signedIn)
    const params = { team: String(going.id) }
    await signedIn.api.must(deleteTeam, { params, body: { password } })
    do await first.work()
    while ((await left()) === mails)
    product.signal('SIGKILL')
    await product.exited
    first.close()
    const afterKill = await left()
    expect(afterKill).toBeGreaterThan(0)
    expect(afterKill).toBeLessThan(mails)

    // Time passes, so that the row of the team goes too.
    await run(`update teams set deleted_at = 1 where id = ${going.id}`)
    product = await startProduct(dataDir, env)
    signedIn = await logIn(product)
    const then = await otherTeam(product, signedIn)
    let meanwhile = 0
    while ((await left()) > 0) {
      await then.work()
      meanwhile += 1
    }
    const teams = () => count(`select count(*) as count from teams where id = ${going.id}`)
    while ((await teams()) > 0) await then.work()
    then.close()
    product.signal('SIGTERM')
    expect(await product.exited).toMatchObject({ code: 0 })
    const caught = [...first.caught, ...then.caught]
    const kept = await run(`select id from mails where team_id = ${signedIn.team.id} order by id`)
    expect(kept.map(({ id }) => Number(id))).toEqual(caught)
    // A small one may be gone before anybody has logged in.
    expect(meanwhile).toBeGreaterThan(mails >= 20_000 ? 10 : -1)
    expect(await findOrphans(dialect, run)).toEqual([])
    process.stdout.write(
      `${dialect}: ${mails} mails deleted, ${afterKill} of them after a kill; another team caught and read ${first.caught.length} and ${meanwhile} times meanwhile, in at most ${first.longest()} and ${then.longest()} ms\n`,
    )
  },
  timeoutMs,
)
