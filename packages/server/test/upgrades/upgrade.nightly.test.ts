import { createPin, getProfile, listMails, login } from '@mailstop/contract'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/app/app.ts'
import { loadConfig } from '../../src/config/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations/migrations.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { createApiClient } from '../clients/api-client.ts'
import { newPostgres } from '../support/databases.ts'
import { sendMail } from '../clients/send-mail.ts'
import { leftStore } from './left-store.ts'
import { readStored } from './read-stored.ts'
import { schemaOfPostgres, schemaOfSqlite } from './schema-text.ts'

const minute = 60_000

/** This version on what another one left, a minute later. */
async function upgrade(name: string) {
  const { stored, env } = await leftStore(name)
  const loaded = loadConfig({
    HTTP_PORT: '0',
    SMTP_PORTS: '0',
    MAIL_URL: 'smtp://127.0.0.1:1',
    ...env,
  })
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'))
  const now = () => stored.at + minute
  const app = await createApp(loaded, { log: pino({ level: 'silent' }), now })
  onTestFinished(() => app.stop())
  const { publicUrl, smtpPorts } = await app.start()
  return { stored, origin: publicUrl.origin, smtpPort: smtpPorts[0]?.port ?? 0 }
}

test.each(['commit-0a506dcb', 'commit-0a506dcb-postgres'])(
  'what version %s left opens with all that it held',
  async (name) => {
    const { stored, origin, smtpPort } = await upgrade(name)
    const { at, email, password, cookies, ...shown } = stored
    expect(at).toBeGreaterThan(0)

    // The browser that was logged in still is.
    const browser = createApiClient(origin)
    for (const [cookie, value] of cookies) browser.cookies.set(cookie, value)
    expect((await browser.must(getProfile, {})).data.email).toBe(email)
    expect(await readStored(browser)).toEqual(shown)

    const again = createApiClient(origin)
    await again.must(login, { body: { email, password } })
    expect(await readStored(again)).toEqual(shown)

    const params = { team: String(shown.team.id) }
    const found = async (q: string) =>
      (await again.must(listMails, { params, query: { q } })).data.map(({ subject }) => subject)
    expect(await found('zebra')).toEqual(['Quarterly numbers'])
    expect(await found('euros is:flagged')).toEqual(['Invoice 7'])
    expect(await found('to:person59@customer.test')).toEqual(['To many'])
    expect(await found('has:attachment is:read')).toEqual(['With a file'])

    await again.must(createPin, { params, body: { type: 'q', query: 'later' } })
    await sendMail(smtpPort, shown.team, { subject: 'Later than the upgrade', text: 'x' })
    expect(await found('later')).toEqual(['Later than the upgrade'])
  },
)

test.each(['commit-0a506dcb', 'commit-0a506dcb-postgres'])(
  'a later migration changes what version %s left, once',
  async (name) => {
    const { dataDir, url } = await leftStore(name)
    const log = pino({ level: 'silent' })
    const database = await openDatabase({ dataDir, ...(url !== null && { databaseUrl: url }), log })
    onTestFinished(() => database.close())
    const later: Migration = {
      async up(db) {
        await sql`alter table users add column nickname text`.execute(db)
      },
    }
    const all = { ...migrations(database.dialect.name), '900-nickname': later }
    for (let start = 0; start < 2; start += 1) await migrate(database.longReads, all)
    const { rows } = await sql`select email, nickname from users`.execute(database.sql)
    expect(rows).toEqual([{ email: 'ada@example.test', nickname: null }])
  },
)

/** Opens what that version left, and closes it again. */
async function opened(name: string) {
  const left = await leftStore(name)
  const { dataDir, url } = left
  const log = pino({ level: 'silent' })
  await (await openDatabase({ dataDir, ...(url !== null && { databaseUrl: url }), log })).close()
  return left
}

test('the last store from before the first release gets the tables of a new one on SQLite', async () => {
  const { dataDir } = await opened('commit-0a506dcb')
  const made = schemaOfSqlite(inject('migratedSqlite'))
  expect(schemaOfSqlite(join(dataDir, 'mailstop.sqlite'))).toEqual(made)
})

test('the last store from before the first release gets the tables of a new one on Postgres', async () => {
  const { url } = await opened('commit-0a506dcb-postgres')
  expect(await schemaOfPostgres(url ?? '')).toEqual(await schemaOfPostgres(await newPostgres()))
})
