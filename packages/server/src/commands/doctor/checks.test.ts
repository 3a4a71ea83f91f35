import { execFileSync } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { copyMigratedSqlite, newPostgres } from '../../../test/support/databases.ts'
import { mountSmallDisk } from '../../../test/disk-faults/small-disk.ts'
import { startApp } from '../../../test/support/harness.ts'
import { startPgBouncer } from '../../../test/support/stores/pgbouncer.ts'
import { startRelay } from '../../../test/support/mailer-on.ts'
import { freePort } from '../../../test/processes/free-port.ts'
import { initialMigration } from '../../db/migrations/migrations.ts'
import { openDatabase } from '../../db/open-database.ts'
import { loadConfig } from '../../config/config.ts'
import { pino } from 'pino'
import { checkCertificates } from './certificate.ts'
import { checkBackups, checkDataFolder } from './data-folder.ts'
import { checkDatabase } from './database.ts'
import { checkNames, checkRelay } from './network.ts'
import { checkPorts } from './ports.ts'
import { askForPorts } from './running-ports.ts'
import { linesOf, type Finding } from './finding.ts'
import { newFolder } from '../../../test/support/new-folder.ts'

function configOf(env: Record<string, string>) {
  const loaded = loadConfig(env)
  if (!loaded.ok) throw new Error(loaded.problems.join())
  return loaded.config
}

/** A program that accepts connections and says nothing of Mailstop. */
async function otherProgram(): Promise<number> {
  const server = createServer((socket) => socket.end('220 mail.test ESMTP Postfix\r\n'))
  await once(server.listen(0), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const brief = (findings: Finding[]) => findings.map(({ level, text }) => [level, text])

test('the ports of the Mailstop that serves the folder are asked of it, whatever is configured', async () => {
  const { dataDir, smtpPort, starttlsPort, origin } = await startApp({ SMTPS_PORTS: '0' })
  const config = configOf({ DATA_DIR: dataDir, SMTP_PORTS: '1', HTTP_PORT: '2' })
  const running = await askForPorts(config, { databaseUrl: null })
  expect(brief(await checkPorts(config, running))).toEqual([
    ['ok', 'HTTP_PORT: used by Mailstop'],
    ['ok', 'SMTP: used by Mailstop'],
    ['ok', 'SMTP with STARTTLS: used by Mailstop'],
    ['ok', 'SMTP with TLS: used by Mailstop'],
  ])
  const checks = (await checkPorts(config, running)).map(({ check }) => check)
  const ports = [new URL(origin).port, smtpPort, starttlsPort].map((port) => `port ${port}`)
  expect(checks.slice(0, 3)).toEqual(ports)
})

test('a port of a Mailstop that serves another folder is not ours', async () => {
  const { smtpPort, starttlsPort } = await startApp()
  const config = configOf({
    DATA_DIR: newFolder(),
    HTTP_PORT: '0',
    SMTP_PORTS: String(smtpPort),
    SMTP_STARTTLS_PORTS: String(starttlsPort),
  })
  const running = await askForPorts(config, { databaseUrl: null })
  expect(brief(await checkPorts(config, running))).toEqual([
    ['ok', 'no Mailstop serves this data folder: these are the configured ones'],
    ['ok', 'HTTP_PORT: any free port is taken'],
    ['fail', 'SMTP_PORTS: used by another Mailstop'],
    ['fail', 'SMTP_STARTTLS_PORTS: used by another Mailstop'],
  ])
})

test('a port is free, used by Mailstop or used by another program', async () => {
  const { origin, smtpPort } = await startApp()
  const taken = await otherProgram()
  const config = configOf({
    HTTP_PORT: new URL(origin).port,
    SMTP_PORTS: `${smtpPort},${taken},0`,
    SMTP_STARTTLS_PORTS: 'none',
  })
  expect(brief(await checkPorts(config, 'unknown'))).toEqual([
    ['ok', 'HTTP_PORT: used by Mailstop'],
    ['ok', 'SMTP_PORTS: used by Mailstop'],
    ['fail', 'SMTP_PORTS: used by another program'],
    ['ok', 'SMTP_PORTS: any free port is taken'],
  ])
})

test.each(['127.0.0.2', '::1', 'localhost'])(
  'ports are looked at on LISTEN_HOST %s',
  async (host) => {
    const { origin, smtpPort } = await startApp({ LISTEN_HOST: host })
    const env = { LISTEN_HOST: host, SMTP_PORTS: String(smtpPort), SMTP_STARTTLS_PORTS: 'none' }
    expect(
      brief(await checkPorts(configOf({ ...env, HTTP_PORT: new URL(origin).port }), 'unknown')),
    ).toEqual([
      ['ok', 'HTTP_PORT: used by Mailstop'],
      ['ok', 'SMTP_PORTS: used by Mailstop'],
    ])
  },
)

test('an address that this machine does not have is not free', async () => {
  const port = String(await freePort())
  const config = configOf({ LISTEN_HOST: '192.0.2.1', HTTP_PORT: port, SMTP_PORTS: '0' })
  expect((await checkPorts(config, 'unknown'))[0]).toMatchObject({
    level: 'fail',
    advice: 'Set LISTEN_HOST to an address or a name of this machine.',
  })
})

test('a port with TLS from the first byte is asked by TLS', async () => {
  const port = String(await freePort())
  await startApp({ SMTPS_PORTS: port })
  const taken = String(await otherProgram())
  const config = configOf({
    HTTP_PORT: taken,
    SMTP_PORTS: '0',
    SMTP_STARTTLS_PORTS: 'none',
    SMTPS_PORTS: port,
  })
  expect(brief(await checkPorts(config, 'unknown'))).toEqual([
    ['fail', 'HTTP_PORT: used by another program'],
    ['ok', 'SMTP_PORTS: any free port is taken'],
    ['ok', 'SMTPS_PORTS: used by Mailstop'],
  ])
})

test('a data folder is examined without a trace', async () => {
  const folder = newFolder()
  const levels = async (path: string) =>
    Object.fromEntries((await checkDataFolder(path)).map(({ check, level }) => [check, level]))
  expect(await levels(folder)).toMatchObject({ 'data folder': 'ok', rights: 'ok' })
  chmodSync(folder, 0o755)
  expect(await levels(folder)).toMatchObject({ 'data folder': 'ok', rights: 'warn' })
  expect(Object.keys(await levels(join(folder, 'a/b')))).toEqual([
    'data folder',
    'disk',
    'write speed',
  ])
  expect(readdirSync(folder)).toEqual([])
})

test('a data folder that cannot be used is named', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'file'), '')
  expect(brief(await checkDataFolder(join(folder, 'file')))).toEqual([
    ['fail', `${join(folder, 'file')} is no folder`],
  ])
  expect(brief(await checkDataFolder('/proc/x'))).toEqual([
    ['fail', '/proc/x cannot be used: no file can be made in /proc.'],
  ])
})

test('a data folder on a disk that is full or read-only is mended there, and not by a setting', async (context) => {
  const { folder, fill } = mountSmallDisk(context, 8)
  const advice = async () => (await checkDataFolder(folder)).map((found) => found.advice)
  fill()
  expect(await advice()).toEqual([expect.stringMatching(/^Make room/)])
  execFileSync('mount', ['--bind', folder, folder])
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  execFileSync('mount', ['-o', 'remount,bind,ro', folder])
  expect(await advice()).toEqual([expect.stringContaining('mount it again')])
})

test('a folder of backups that cannot be written fails, and nothing stays in one that can', async () => {
  const folder = newFolder()
  const look = async (at: string) => brief(await checkBackups({ folder: at }))
  expect(await look(folder)).toEqual([['ok', folder]])
  const later = join(folder, 'a', 'b')
  expect(await look(later)).toEqual([['ok', `${later} is made by the first backup`]])
  expect(readdirSync(folder)).toEqual([])
  writeFileSync(join(folder, 'file'), '')
  expect(await look(join(folder, 'file'))).toMatchObject([
    ['fail', expect.stringContaining('is no folder')],
  ])
  expect(await look('/proc/x')).toMatchObject([
    ['fail', expect.stringContaining('no file can be made in /proc/x')],
  ])
  expect(await checkBackups(null)).toEqual([])
})

test('SQLite is looked at while it is in use, and before it is there', async () => {
  const dataDir = newFolder()
  const look = async () => brief(await checkDatabase({ dataDir, databaseUrl: null }))
  expect(await look()).toMatchObject([
    ['ok', expect.stringMatching(/^SQLite [\d.]+, without tables/)],
  ])
  expect(readdirSync(dataDir)).toEqual([])
  await copyMigratedSqlite(dataDir)
  const log = pino({ level: 'silent' })
  const db = await openDatabase({ dataDir, log })
  onTestFinished(() => db.close())
  const whole = ['ok', 'SQLite finds no damage']
  expect(await look()).toMatchObject([['ok', expect.stringMatching(/^SQLite [\d.]+$/)], whole])
  await sql`insert into kysely_migration (name, timestamp) values ('999-next', '')`.execute(db.sql)
  expect(await look()).toMatchObject([['fail', expect.stringContaining('a newer version')], whole])
  await sql`delete from kysely_migration where name = '999-next'`.execute(db.sql)
  await sql`delete from kysely_migration where name <> ${initialMigration}`.execute(db.sql)
  await sql`update kysely_migration set name = '069-vouched-members'`.execute(db.sql)
  expect(await look()).toMatchObject([['fail', expect.stringContaining('that no start updates')]])
})

test('a file that is no database is named', async () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'mailstop.sqlite'), 'garbage '.repeat(1_000))
  expect(brief(await checkDatabase({ dataDir, databaseUrl: null }))).toMatchObject([
    ['fail', expect.stringContaining('mailstop.sqlite is damaged')],
  ])
})

test('Postgres is looked at with its version and its clock', async () => {
  const url = await newPostgres()
  const found = await checkDatabase({ dataDir: '/none', databaseUrl: url })
  expect(brief(found)).toMatchObject([
    ['ok', expect.stringMatching(/^Postgres \d+/)],
    ['ok', expect.stringMatching(/^0\.\d s from the clock/)],
    ['ok', 'come through DATABASE_URL'],
    ['ok', expect.stringMatching(/^the processes that run may open 0 of \d+$/)],
  ])
})

test('in the middle of a rolling upgrade nothing fails', async () => {
  const log = pino({ level: 'silent' })
  const url = await newPostgres()
  const db = await openDatabase({ dataDir: '/none', databaseUrl: url, log })
  onTestFinished(() => db.close())
  await sql`insert into kysely_migration (name, timestamp) values ('999-next', '')`.execute(db.sql)
  const found = await checkDatabase({ dataDir: '/none', databaseUrl: url })
  expect(found.map(({ level }) => level)).toEqual(['warn', 'ok', 'ok', 'ok'])
})

test('a pooler that loses live events is found, and one beside a second URL is not in the way', async () => {
  const url = await newPostgres()
  const where = { dataDir: '/none', databaseUrl: await startPgBouncer(url) }
  expect((await checkDatabase(where)).slice(2)).toMatchObject([
    { check: 'live events', level: 'fail', advice: expect.stringContaining('DATABASE_LIVE_URL') },
  ])
  expect(brief(await checkDatabase({ ...where, liveUrl: url })).slice(2)).toEqual([
    ['ok', 'come through DATABASE_LIVE_URL'],
    ['ok', 'a pooler is in between: its settings limit them'],
  ])
})

test('a Mailstop that expects a load balancer is known by its ports', async () => {
  const { origin, smtpPort } = await startApp({ SMTP_PROXIES: 'loopback' })
  const env = { HTTP_PORT: new URL(origin).port, SMTP_PORTS: String(smtpPort) }
  const config = configOf({ ...env, SMTP_STARTTLS_PORTS: 'none', SMTP_PROXIES: 'loopback' })
  expect(brief(await checkPorts(config, 'unknown'))).toEqual([
    ['ok', 'HTTP_PORT: used by Mailstop'],
    ['ok', 'SMTP_PORTS: used by Mailstop'],
  ])
})

test('a Postgres that is not there is named', async () => {
  const databaseUrl = 'postgres://ann:secret@127.0.0.1:1/mailstop'
  const found = await checkDatabase({ dataDir: '/none', databaseUrl })
  expect(brief(found)).toMatchObject([['fail', expect.stringContaining('DATABASE_URL')]])
  expect(JSON.stringify(found)).not.toContain('secret')
})

test('a relay is greeted, and gets no mail', async () => {
  const relay = await startRelay()
  expect(await checkRelay(relay.url)).toMatchObject({ level: 'ok' })
  expect(relay.received).toEqual([])
  expect(await checkRelay('smtp://ann:secret@127.0.0.1:1')).toMatchObject({
    level: 'fail',
    text: expect.stringContaining('127.0.0.1:1: ') as unknown,
  })
  expect(await checkRelay(null)).toMatchObject({ level: 'ok' })
})

test('names that lead nowhere are doubtful', async () => {
  const config = configOf({ PUBLIC_URL: 'http://nowhere.invalid', SMTP_HOST: '127.0.0.1' })
  expect(await checkNames(config)).toMatchObject([
    { check: 'name 127.0.0.1', level: 'ok' },
    { check: 'name nowhere.invalid', level: 'warn' },
  ])
  expect(await checkNames(configOf({}))).toMatchObject([{ check: 'name localhost', level: 'ok' }])
})

test('the certificate of SMTP is examined by its host', async () => {
  const { dataDir } = await startApp()
  const at = (env: Record<string, string>) => checkCertificates(configOf(env), Date.now())
  expect(at({ DATA_DIR: dataDir })).toMatchObject([{ level: 'ok' }])
  expect(at({ DATA_DIR: dataDir, SMTP_HOST: 'mail.test' })).toMatchObject([
    { level: 'ok' },
    { level: 'warn', text: 'does not name mail.test' },
  ])
  expect(at({ DATA_DIR: newFolder() })).toMatchObject([{ text: 'is made by the first start' }])
  const missing = { SMTP_TLS_CERT: '/nope', SMTP_TLS_KEY: '/nope' }
  expect(at(missing)).toMatchObject([{ level: 'fail', text: '/nope does not exist.' }])
})

test('findings are lines below each other, with the advice below its finding', () => {
  const lines = linesOf([
    { check: 'disk', level: 'ok', text: 'fine' },
    { check: 'write speed', level: 'warn', text: 'slow', advice: 'Do this.' },
  ])
  expect(lines).toEqual([
    'ok    disk         fine',
    'warn  write speed  slow',
    '                   Do this.',
  ])
})
