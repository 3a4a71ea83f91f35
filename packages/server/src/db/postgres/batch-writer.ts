import type { ClientBase } from 'pg'
import { importSubscribers, type CaughtMailSubscriber, type CaughtTraits } from '../caught-mail.ts'
import type { Batch, BatchStep } from '../database.ts'
import { pack } from '../packing.ts'
import type { TeamTagRow } from '../schema.ts'
import type { SearchEntry } from '../search-index.ts'
import { TeamsHeld } from '../store-faults.ts'
import { refusedTeams, writtenColumns, type WrittenTeam } from '../team-quota.ts'
import { orAddToTag, teamTagColumns } from '../team-tags.ts'
import { TeamsRefused } from '../teams-refused.ts'
import type { ConnectionPool } from './pool.ts'
import { tsvectorText } from './tsvector.ts'

type Row = Record<string, unknown>

/** Postgres counts the parameters of a statement in 16 bits. */
const maximumParameters = 65_535

/** Serialization failure and deadlock: nothing was written, and trying again helps. */
const transientCodes: readonly unknown[] = ['40001', '40P01']

/**
 * All mail passes through one batch at a time: one that waits for somebody's lock must fail, and its
 * mails be refused, before the clients give up by themselves. One message, so no trip more. A
 * transaction that stands still holds its locks for five seconds: for that long a batch can wait.
 */
const beginBounded = `begin; set local lock_timeout = '8s'; set local statement_timeout = '12s'`
/** For all of a batch together: SMTP clients are answered within 30 seconds. */
const longestBatchMs = 22_000

/** Writes a batch in one transaction. */
export async function createBatchWriter(
  pool: ConnectionPool,
  modules: readonly string[],
): Promise<(batch: Batch) => Promise<void>> {
  const subscribers = await importSubscribers(modules)
  return async (batch) => {
    const packed = await Promise.all(batch.map(packSources))
    const client = await pool.connect()
    const limit = setTimeout(() => pool.giveUp(client), longestBatchMs)
    try {
      await writeOnce(client, packed, subscribers).catch(async (error: unknown) => {
        if (isHeld(error)) throw await teamsHeld(client, packed, error)
        if (!isTransient(error)) throw error
        return writeOnce(client, packed, subscribers)
      })
    } catch (error) {
      // Else the state of the connection is not known for sure; a new one costs little.
      client.release(!(error instanceof TeamsRefused))
      throw error
    } finally {
      clearTimeout(limit)
    }
    client.release()
  }
}

async function writeOnce(
  client: ClientBase,
  batch: Batch,
  subscribers: readonly CaughtMailSubscriber[],
): Promise<void> {
  await client.query(beginBounded)
  try {
    for (const step of batch) await writeStep(client, step, subscribers)
    await client.query('commit')
  } catch (error) {
    // A connection that cannot even roll back is thrown away; what failed first is what matters.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function writeStep(
  client: ClientBase,
  step: BatchStep,
  subscribers: readonly CaughtMailSubscriber[],
): Promise<void> {
  if ('index' in step) await insert(client, 'mail_words', step.index.map(wordsRow))
  else if ('reindex' in step) await reindex(client, step.reindex)
  else if ('caught' in step) {
    for (const subscriber of subscribers) await insertFor(client, subscriber, step.caught)
  } else if ('arrived' in step) await insertArrivals(client, step)
  else if ('add' in step) await add(client, step)
  else if ('tagged' in step) await countTags(client, step.tagged)
  else await insert(client, step.insert, step.rows)
}

async function countTags(client: ClientBase, rows: readonly TeamTagRow[]): Promise<void> {
  if (rows.length === 0) return
  await client.query(
    `insert into team_tags (${teamTagColumns.join(', ')})
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
     ${orAddToTag}`,
    teamTagColumns.map((column) => rows.map((row) => row[column])),
  )
}

async function insert(client: ClientBase, table: string, rows: readonly Row[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const names = columns.map((column) => `"${column}"`).join(', ')
  const atOnce = Math.floor(maximumParameters / Math.max(columns.length, 1))
  for (let start = 0; start < rows.length; start += atOnce) {
    const parameters: unknown[] = []
    const tuples = rows.slice(start, start + atOnce).map((row) => {
      const values = columns.map((column) => {
        const value = row[column]
        return value === undefined ? 'default' : `$${parameters.push(storedText(value))}`
      })
      return `(${values.join(', ')})`
    })
    await client.query(`insert into "${table}" (${names}) values ${tuples.join(', ')}`, parameters)
  }
}

/** Rows are locked in the order of their key first, so that two batches never deadlock. */
async function add(
  client: ClientBase,
  { add: table, key, rows, quota }: Extract<BatchStep, { add: unknown }>,
): Promise<void> {
  if (rows.length === 0) return
  const keys = [...new Set(rows.map((row) => row[key]))]
  await client.query(
    `select from "${table}" where "${key}" = any($1::bigint[]) order by "${key}" for update`,
    [keys],
  )
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== key)
  const sums = columns.map((column) => `sum("${column}")::bigint as "${column}"`)
  const additions = columns.map((column) => `"${column}" = kept."${column}" + more."${column}"`)
  const names = [key, ...columns]
  const lists = names.map((_, index) => `$${index + 1}::bigint[]`)
  const { rows: written } = await client.query<WrittenTeam>(
    `update "${table}" as kept set ${additions.join(', ')}
     from (select "${key}", ${sums.join(', ')}
           from unnest(${lists.join(', ')}) as given ("${names.join('", "')}")
           group by "${key}") as more
     where kept."${key}" = more."${key}"
     returning ${writtenColumns('kept')}`,
    names.map((name) => rows.map((row: Row) => row[name])),
  )
  if (written.length !== keys.length) {
    throw new Error(`${table} lacks a row of ${key} in ${keys.join()}`)
  }
  // The limits are as of this statement, which began when the rows were held already.
  const refused = quota ? refusedTeams(quota, written) : []
  if (refused.length > 0) throw new TeamsRefused(refused)
}

async function insertArrivals(
  client: ClientBase,
  { arrived, at }: Extract<BatchStep, { arrived: unknown }>,
): Promise<void> {
  await client.query(
    `insert into mail_arrivals (mail_id, team_id, revision, at)
     select given.mail_id, team_id, revision, $3
     from unnest($1::bigint[], $2::bigint[]) as given (mail_id, team_id)
     join team_counters using (team_id)`,
    [arrived.map(({ mail_id }) => mail_id), arrived.map(({ team_id }) => team_id), at],
  )
}

/** Subscriptions are locked until the commit: a later change of one sees the rows that it caused. */
async function insertFor(
  client: ClientBase,
  { select, alias, table, rowsOf }: CaughtMailSubscriber,
  mails: CaughtTraits[],
): Promise<void> {
  if (mails.length === 0) return
  const { rows } = await client.query<{ team_id: number }>(
    `${select} and ${alias}.team_id = any($1::bigint[])
     order by ${alias}.id for share of ${alias}`,
    [[...new Set(mails.map((mail) => mail.team_id))]],
  )
  await insert(client, table, rowsOf(rows, mails) as Row[])
}

/** The mails are held until the commit: one that is deleted meanwhile takes these words along. */
async function reindex(client: ClientBase, entries: readonly SearchEntry[]): Promise<void> {
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
  await insert(client, 'mail_words', indexed.map(wordsRow))
  await client.query(
    'update team_counters set revision = revision + 1 where team_id = any($1::bigint[])',
    [indexed.map((entry) => entry.team_id)],
  )
}

/** Names the teams of the batch that are still held. Not asked before: most batches meet no lock. */
async function teamsHeld(client: ClientBase, batch: Batch, cause: unknown): Promise<unknown> {
  const teamIds = batch.flatMap((step) =>
    'add' in step ? step.rows.map((row) => row.team_id) : [],
  )
  await client.query('begin')
  const { rows } = await client.query<{ team_id: number }>(
    `select team_id from team_counters where team_id = any($1::bigint[])
     order by team_id for update skip locked`,
    [teamIds],
  )
  await client.query('rollback')
  const free = new Set(rows.map((row) => row.team_id))
  const held = teamIds.filter((teamId) => !free.has(teamId))
  return held.length > 0 ? new TeamsHeld(held, { cause }) : cause
}

function wordsRow(entry: SearchEntry): Row {
  return { mail_id: entry.mail_id, words: tsvectorText(entry) }
}

async function packSources(step: BatchStep): Promise<BatchStep> {
  if (!('insert' in step) || step.insert !== 'mail_sources' || 'packed' in step) return step
  const rows = step.rows.map(async (row) => ({ ...row, source: await pack(row.source) }))
  return { ...step, rows: await Promise.all(rows) }
}

/** Postgres keeps every character but NUL in its texts; a mail must not be lost over one. */
function storedText(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** SQLSTATE lock_not_available. */
const isHeld = (error: unknown): boolean => codeOf(error) === '55P03'
const isTransient = (error: unknown): boolean => transientCodes.includes(codeOf(error))
