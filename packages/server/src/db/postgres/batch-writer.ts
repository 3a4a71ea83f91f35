import type { ClientBase } from 'pg'
import { importSubscribers, type CaughtMailSubscriber } from '../mail/caught-mail.ts'
import type { Batch, BatchStep, WriteOptions } from '../database.ts'
import { pack } from '../mail/packing.ts'
import type { SearchEntry } from '../words/search-index.ts'
import { TeamsHeld } from '../store-faults.ts'
import type { MailRefusal } from '../mail/team-quota.ts'
import { TeamsRefused } from '../mail/teams-refused.ts'
import { insertsOf, statementsOf, subscriptionsOf, type PackedStep } from './batch-statements.ts'
import type { ConnectionPool } from './pool.ts'
import { ask, plain, usual, type Answer, type Statement } from './round-trip.ts'
import { newWordRows } from './words/new-words.ts'

/** Serialization failure and deadlock: nothing was written, and trying again helps. */
const transientCodes: readonly unknown[] = ['40001', '40P01']
/** SQLSTATE of `check_batch`, whose detail names the teams. */
const refusedCode = 'MS001'

/**
 * A batch that waits for a lock must fail, and its mails be refused, before the clients give up by themselves. A
 * transaction that stands still holds its locks for five seconds: for that long a batch can wait.
 */
const longestLockMs = 8_000
/** For so long the look for held teams waits for a table. */
const tableLockMs = 1_000
/** Bounds all steps of a batch together: SMTP clients are answered within 30 seconds. */
const longestBatchMs = 22_000

/**
 * The commit returns before it is on disk, so that others who wait for the same row of `team_counters`
 * do not wait for the disk too. What makes it durable is the commit of `forceToDisk` behind it.
 */
const bounds = (lockMs: number, mailIds: readonly number[]): Statement => ({
  text: `select set_config('lock_timeout', $1, true), set_config('statement_timeout', '12s', true),
    set_config('synchronous_commit', 'off', true),
    set_config('plan_cache_mode', 'force_generic_plan', true), ${lockBatch('$2')}`,
  values: [lockMs, batchOf(mailIds)],
  isUsual: true,
})

/**
 * Held until the batch ends. All of it is sent at once, so it may be committed seconds after its connection was lost:
 * a query for its outcome waits for this lock. The first number is arbitrary.
 */
const lockBatch = (batch: string) => `pg_advisory_xact_lock(7204582, ${batch}::int)`
/** Null locks nothing. */
const batchOf = (mailIds: readonly number[]) =>
  mailIds.length === 0 ? null : Math.max(...mailIds) % 2 ** 31

/** Leaves no row, but its commit writes all of the log before it to the disk. */
const forced = `pg_logical_emit_message(true, 'mailstop', '')`
/**
 * Sent alone, and so a transaction of its own. A pooler that would not let its commit reach the disk is refused by
 * `reachDatabase`.
 */
const forceToDisk = usual(`select ${forced}`)

/**
 * Returns which mails of a batch are on disk, once the batch has ended. One transaction reads them: what it sees was
 * written to the log before its commit.
 */
export async function findOnDisk(
  pool: ConnectionPool,
  mailIds: readonly number[],
): Promise<Set<number>> {
  const client = await pool.connect()
  try {
    const answers = await ask(
      client,
      [
        ...begin(pool),
        plain(`set local lock_timeout = ${longestLockMs}`),
        { text: `select ${lockBatch('$1')}`, values: [batchOf(mailIds)] },
        {
          text: `with forced as materialized (select ${forced})
            select id from mails, forced where id = any($1::bigint[])`,
          values: [mailIds],
          hasRows: true,
        },
        usual('commit'),
      ],
      pool,
    )
    client.release()
    return new Set(answers.flatMap(({ rows }) => rows.map(({ id }) => id as number)))
  } catch (error) {
    client.release(true)
    throw error
  }
}

/**
 * Writes a batch in one transaction and in two round trips to the server. The first carries what only this batch
 * touches. The second locks what batches share, and ends the transaction: from the lock to the commit the server
 * waits neither for this process nor for the network nor for the disk.
 */
export async function createBatchWriter(
  pool: ConnectionPool,
  modules: readonly string[],
): Promise<(batch: Batch, options?: WriteOptions) => Promise<void>> {
  const subscribers = await importSubscribers(modules)
  return async (batch, { lockMs = longestLockMs, onCommitted = () => {} } = {}) => {
    const packed = await Promise.all(batch.map(packStep))
    const client = await pool.connect()
    const limit = setTimeout(() => pool.giveUp(client), longestBatchMs)
    const write = (longestMs = lockMs) =>
      writeOnce(client, packed, { pool, subscribers, lockMs: longestMs, onCommitted })
    try {
      await write().catch(async (error: unknown) => {
        if (isHeld(error)) {
          const held = await teamsHeld(client, packed, { pool, subscribers })
          if (held.size > 0) throw new TeamsHeld([...held], { cause: error })
          // The holder of a row is done with it, or holds a whole table, which keeps all teams waiting.
          return write(longestLockMs)
        }
        if (!isTransient(error)) throw error
        return write()
      })
    } catch (error) {
      const refused = refusal(error)
      // Otherwise the state of the connection is not certain; a new one costs little.
      client.release(!refused)
      throw refused ?? error
    } finally {
      clearTimeout(limit)
    }
    client.release()
  }
}

type Writing = Required<WriteOptions> & {
  pool: ConnectionPool
  subscribers: readonly CaughtMailSubscriber[]
}

async function writeOnce(
  client: ClientBase,
  batch: readonly PackedStep[],
  { pool, subscribers, lockMs, onCommitted }: Writing,
): Promise<void> {
  const shared = batch.findIndex((step) => 'add' in step)
  const [own, others] = shared < 0 ? [batch, []] : [batch.slice(0, shared), batch.slice(shared)]
  const caught = batch.flatMap((step) => ('caught' in step ? step.caught : []))
  const readers = subscribers.flatMap((subscriber) => {
    const mails = subscriber.wants ? caught.filter(subscriber.wants) : caught
    return mails.length === 0 ? [] : [{ subscriber, mails }]
  })
  const last: Statement[] = others.flatMap(statementsOf)
  const first = [...begin(pool), bounds(lockMs, idsOf(batch)), ...own.flatMap(statementsOf)]
  let isCommitted = false
  try {
    const asked = readers.map(({ subscriber, mails }) => subscriptionsOf(subscriber, mails))
    const answers = await ask(client, [...first, ...asked], pool)
    for (const step of batch) {
      if ('reindex' in step) await reindex(client, step.reindex, pool)
    }
    for (const [index, { subscriber, mails }] of readers.entries()) {
      const { table, rowsOf } = subscriber
      const subscriptions = (answers[first.length + index]?.rows ?? []) as { team_id: number }[]
      last.push(...insertsOf(table, rowsOf(subscriptions, mails) as Record<string, unknown>[]))
    }
    await ask(client, [...last, commit, forceToDisk], {
      ...pool,
      onAnswer({ command }) {
        if (command !== 'COMMIT') return
        isCommitted = true
        onCommitted()
      },
    })
  } catch (error) {
    // A connection that cannot even roll back is thrown away; the first failure is what matters.
    await client.query('rollback').catch(() => {})
    throw error
  }
  if (!isCommitted) throw new Error('A batch was rolled back')
}

const idsOf = (batch: readonly PackedStep[]): number[] =>
  batch.flatMap((step) =>
    'insert' in step && step.insert === 'mails' ? step.rows.map(({ id }) => id) : [],
  )

const begin = ({ settings }: ConnectionPool): Statement[] => [
  usual('begin'),
  ...(settings ?? []).map(plain),
]

const commit: Statement = { ...usual('commit'), isAwaited: true }

/** The mails are held until the commit, so that none is deleted meanwhile. */
async function reindex(
  client: ClientBase,
  entries: readonly SearchEntry[],
  pool: ConnectionPool,
): Promise<void> {
  const { rows: kept } = await client.query<{ id: number }>(
    'select id from mails where id = any($1::bigint[]) order by id for key share',
    [entries.map((entry) => entry.mail_id)],
  )
  const { rows } = await client.query<{ mail_id: number }>(
    'delete from mails_to_index where mail_id = any($1::bigint[]) returning mail_id',
    [kept.map(({ id }) => id)],
  )
  const waiting = new Set(rows.map((row) => row.mail_id))
  const indexed = entries.filter((entry) => waiting.has(entry.mail_id))
  await ask(client, insertsOf('new_words', await newWordRows(indexed)), pool)
  await client.query(
    'update team_counters set revision = revision + 1 where team_id = any($1::bigint[])',
    [indexed.map((entry) => entry.team_id)],
  )
}

/**
 * Names the teams of the batch whose rows another transaction holds; none where a whole table is held. It is asked only
 * after a batch failed: most batches meet no lock.
 */
async function teamsHeld(
  client: ClientBase,
  batch: readonly PackedStep[],
  { pool, subscribers }: Pick<Writing, 'pool' | 'subscribers'>,
): Promise<Set<number>> {
  const teamIds = batch.flatMap((step) =>
    'add' in step ? step.rows.map((row) => row.team_id) : [],
  )
  const rules = subscribers.map(({ select, alias }) => ({
    all: `${select} and ${alias}.team_id = any($1::bigint[])`,
    free: `${select} and ${alias}.team_id = any($1::bigint[]) for share of ${alias} skip locked`,
  }))
  const asked = [
    `select team_id from team_counters where team_id = any($1::bigint[])
       order by team_id for update skip locked`,
    `select id as team_id from teams where id = any($1::bigint[])
       order by id for key share skip locked`,
    ...rules.flatMap(({ all, free }) => [all, free]),
  ].map((text) => ({ text, values: [teamIds], hasRows: true }))
  // Rows that are held are passed over. A table that is held is not.
  const beginning = [...begin(pool), plain(`set local lock_timeout = ${tableLockMs}`)]
  const answers = await ask(client, [...beginning, ...asked, plain('rollback')], pool).catch(
    async (error: unknown) => {
      await client.query('rollback').catch(() => {})
      if (isHeld(error)) return null
      throw error
    },
  )
  if (answers === null) return new Set()
  const [counters, teams, ...subscriptions] = answers.slice(beginning.length)
  const of = (answer: Answer | undefined) => answer?.rows.map((row) => row.team_id as number) ?? []
  const [freeCounters, freeTeams] = [new Set(of(counters)), new Set(of(teams))]
  const held = new Set(
    teamIds.filter((teamId) => !freeCounters.has(teamId) || !freeTeams.has(teamId)),
  )
  for (const index of rules.keys()) {
    const free = of(subscriptions[2 * index + 1])
    for (const [teamId, all] of Map.groupBy(of(subscriptions[2 * index]), (id) => id)) {
      if (free.filter((id) => id === teamId).length < all.length) held.add(teamId)
    }
  }
  return held
}

/** The rows that have to be packed. */
async function packStep(step: BatchStep): Promise<PackedStep> {
  if ('index' in step) return { insert: 'new_words', rows: await newWordRows(step.index) }
  if (!('insert' in step) || step.insert !== 'mail_sources' || 'packed' in step) return step
  const rows = step.rows.map(async (row) => ({ ...row, source: await pack(row.source) }))
  return { ...step, rows: await Promise.all(rows) }
}

/** The refusal of `check_batch`. */
function refusal(error: unknown): TeamsRefused | null {
  if (codeOf(error) !== refusedCode || !(error instanceof Error && 'detail' in error)) return null
  const teams = JSON.parse(String(error.detail)) as Record<string, MailRefusal>
  return new TeamsRefused(Object.entries(teams).map(([teamId, why]) => [Number(teamId), why]))
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** SQLSTATE lock_not_available. */
const isHeld = (error: unknown): boolean => codeOf(error) === '55P03'
const isTransient = (error: unknown): boolean => transientCodes.includes(codeOf(error))
