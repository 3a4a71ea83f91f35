import { randomBytes, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { Percentiles } from '../load/load-job.ts'
import { runLoad } from '../load/run-load.ts'
import type { Credentials } from '../load/smtp-session.ts'
import { readUsage } from '../process-usage.ts'
import { removeFolder, temporaryFolder } from '../processes.ts'
import { createMailstopApi, signUp } from '../targets/mailstop-api.ts'
import { startMailstop, type MailstopProcess } from '../targets/mailstop.ts'

/** How a number of processes on one Postgres catch the mail of one team. */
export type CatchingCase = {
  /** The server that gets a fresh database, which is removed at the end. */
  postgresUrl: string
  processes: number
  /** Connections of all processes together. */
  connections: number
  warmUpMs: number
  measureMs: number
  seed: number
  /** The built server of another checkout; this checkout's when left out. */
  program?: string | undefined
  /** Each process has a database and a team of its own: what is left is what several processes cost that share nothing. */
  areApart?: boolean
  /** Settings of each process besides the database. */
  settings?: Record<string, string>
}

export type CatchingResult = {
  mailsPerSecond: number
  /** Times from the last byte of DATA to its 250. */
  dataMs: Percentiles
  /** The time of all processes on a processor, for each mail. */
  cpuMsPerMail: number
  walBytesPerMail: number
  /** What the tables and indexes of the database grew by. */
  storedBytesPerMail: number
  accepted: number
}

/** Throws when a mail was accepted that the databases do not have, or the other way round. */
export async function runCatchingCase(wanted: CatchingCase): Promise<CatchingResult> {
  const { postgresUrl, processes, connections, warmUpMs, measureMs, seed, areApart } = wanted
  const key = randomBytes(32).toString('base64')
  const databases: FreshDatabase[] = []
  const folders: string[] = []
  const running: MailstopProcess[] = []
  const credentials: Credentials[] = []
  try {
    for (let started = 0; started < processes; started += 1) {
      const isFirst = started === 0 || areApart === true
      if (isFirst) databases.push(await freshDatabase(postgresUrl))
      const settings = {
        DATABASE_URL: databases.at(-1)?.url ?? '',
        APP_KEY: key,
        ...wanted.settings,
      }
      const folder = temporaryFolder()
      folders.push(folder)
      const one = await startMailstop(folder, settings, [], wanted.program)
      running.push(one)
      if (!isFirst) continue
      const team = await signUp(createMailstopApi(one.origin), one.verificationToken)
      credentials.push({ username: team.smtp_username, password: team.smtp_password })
    }
    const [first] = databases
    if (!first) throw new Error('A case has one process at least')
    const ofAll = async (count: (database: FreshDatabase) => Promise<number>) =>
      sum(await Promise.all(databases.map(count)))
    const stored = () => ofAll((database) => database.storedBytes())
    const cpuMs = () => sum(running.map((one) => readUsage(one.process.pid).cpuMs))
    const before = { cpuMs: cpuMs(), wal: await first.walBytes(), stored: await stored() }
    const load = await runLoad({
      port: running.map(({ smtpPort }) => smtpPort),
      credentials,
      connections,
      mode: 'kept-open',
      seed,
      warmUpMs,
      measureMs,
    })
    const kept = await ofAll((database) => database.countMails())
    if (kept !== load.accepted) throw new Error(`${load.accepted} mails accepted, ${kept} kept`)
    const { mailsPerSecond, dataMs, accepted } = load
    return {
      mailsPerSecond,
      dataMs,
      cpuMsPerMail: (cpuMs() - before.cpuMs) / accepted,
      walBytesPerMail: ((await first.walBytes()) - before.wal) / accepted,
      storedBytesPerMail: ((await stored()) - before.stored) / accepted,
      accepted,
    }
  } finally {
    await Promise.all(running.map((one) => one.process.stop()))
    folders.forEach(removeFolder)
    for (const database of databases) await database.drop()
  }
}

type FreshDatabase = Awaited<ReturnType<typeof freshDatabase>>

async function freshDatabase(postgresUrl: string) {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  await within(postgresUrl, (client) => client.query(`create database ${name} template template0`))
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  const askNumber = (text: string) =>
    within(url.href, async (client) => {
      const { rows } = await client.query<{ number: string }>(text)
      return Number(rows[0]?.number)
    })
  return {
    url: url.href,
    countMails: () => askNumber('select count(*) as number from mails'),
    walBytes: () =>
      askNumber(`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as number`),
    storedBytes: () => askNumber('select pg_database_size(current_database()) as number'),
    drop: () => within(postgresUrl, (client) => client.query(`drop database ${name} with (force)`)),
  }
}

async function within<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
