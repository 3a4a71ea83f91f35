import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { UnusableDatabase } from '../store-files/unusable-database.ts'
import { sessionLimits, type SessionLimits } from './session-limits.ts'

/**
 * Finds at the start what would otherwise fail in silence: live events that a pooler drops, two URLs of two
 * databases, and commits that are lost in a power cut.
 */
export type DatabaseUrls = { databaseUrl: string; liveUrl: string | null }

const connectMs = 10_000
const hearMs = 5_000
/** SQLSTATE: a wrong password, no right to connect, no such database. */
const refusals = ['28P01', '28000', '3D000']

/** How a process reaches the database of DATABASE_URL. */
export type DatabaseWay = {
  /** A pooler is in between: two transactions of one connection may be of two sessions. */
  isPooled: boolean
  /** What the server itself sets for new sessions. */
  limits: SessionLimits
}

/** Rejects with `UnusableDatabase`, which names the variable and the remedy. */
export async function reachDatabase({ databaseUrl, liveUrl }: DatabaseUrls): Promise<DatabaseWay> {
  await using main = await connectTo('DATABASE_URL', databaseUrl)
  const way = await wayOf(main.client)
  if (way.isPooled && !way.limits.isDurable) {
    throw new UnusableDatabase([
      'Commits are not on disk when the database of DATABASE_URL confirms them: synchronous_commit is off, and a pooler keeps Mailstop from changing that.',
      'Run: alter role <its user> set synchronous_commit = on. Then restart the pooler.',
    ])
  }
  await using live = await connectTo(
    liveUrl === null ? 'DATABASE_URL' : 'DATABASE_LIVE_URL',
    liveUrl ?? databaseUrl,
  )
  if (liveUrl !== null) await mustBeSame(main.client, live.client)
  if (!(await hears(live.client, main.client))) throw deaf(way, liveUrl)
  return way
}

async function connectTo(variable: string, url: string) {
  const client = new Client({
    connectionString: url,
    application_name: 'mailstop',
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
  })
  // A connection that ends by itself fails what is asked on it.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    const outcome = refusals.includes(code ?? '') ? 'refuses the connection' : 'cannot be reached'
    throw new UnusableDatabase([`The database of ${variable} ${outcome}: ${message}.`], {
      cause: error,
    })
  }
  return { client, [Symbol.asyncDispose]: () => client.end().catch(() => {}) }
}

/** A pooler makes up the number of the process that it names to its clients. */
async function wayOf(client: Client): Promise<DatabaseWay> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const isPooled = rows[0]?.pid !== (client as Client & { processID?: number | null }).processID
  return { isPooled, limits: await sessionLimits(client) }
}

async function mustBeSame(main: Client, live: Client): Promise<void> {
  // The tables may be in another schema of the same database as well.
  const [here, there] = await Promise.all(
    [main, live].map(async (client) => {
      const { rows } = await client.query<{ database: string }>(`
        select concat_ws(' ', pg_postmaster_start_time(), oid, current_schema()) as database
        from pg_database where datname = current_database()`)
      return rows[0]?.database
    }),
  )
  if (here === there) return
  throw new UnusableDatabase([
    'DATABASE_LIVE_URL leads to another database, or another schema of it, than DATABASE_URL.',
    'Both must name the same database: DATABASE_URL may go through a pooler, DATABASE_LIVE_URL goes to Postgres itself.',
  ])
}

/** Whether what `speaker` says by NOTIFY reaches `listener`. */
async function hears(listener: Client, speaker: Client): Promise<boolean> {
  const channel = `mailstop_check_${randomUUID().replaceAll('-', '')}`
  const { promise, resolve } = Promise.withResolvers<boolean>()
  listener.on('notification', (message) => message.channel === channel && resolve(true))
  const timer = setTimeout(() => resolve(false), hearMs)
  try {
    await listener.query(`listen ${channel}`)
    await speaker.query('select pg_notify($1, $2)', [channel, ''])
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

function deaf({ isPooled }: DatabaseWay, liveUrl: string | null): UnusableDatabase {
  const variable = liveUrl === null ? 'DATABASE_URL' : 'DATABASE_LIVE_URL'
  const lost = `Live events do not come through ${variable}: the database did not pass on a notification (LISTEN and NOTIFY) within ${hearMs / 1_000} s.`
  if (liveUrl !== null) {
    return new UnusableDatabase([
      lost,
      'DATABASE_LIVE_URL must lead to Postgres itself, or to a pooler in session mode.',
    ])
  }
  return new UnusableDatabase([
    lost,
    isPooled
      ? 'A pooler such as PgBouncer is in between. Set DATABASE_LIVE_URL to the URL of Postgres itself; DATABASE_URL may stay.'
      : 'Set DATABASE_LIVE_URL to the URL of Postgres itself.',
  ])
}
