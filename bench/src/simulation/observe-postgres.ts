import { Client } from 'pg'
import { postgresCpuMs } from './server-usage.ts'

/** What the processes ask of a Postgres, as it says itself. */
export type Observed = {
  /** The most connections of the product at once. */
  connections: number
  /** The mean number of connections that were at work on a statement. */
  active: number
  /** What the busy connections waited for, as a share of all of them. */
  waits: [string, number][]
  statementsPerSecond: number
  /** The statements that were run most, and how often in a second. */
  statements: [string, number][]
  deadlocks: number
  cpuMsPerSecond: number
  seconds: number
}

const sampleMs = 100
const listed = 12

/** Needs `pg_stat_statements` among the libraries of the server. */
export async function observePostgres(url: string) {
  const client = new Client({ connectionString: url, application_name: 'observer' })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  const pid = Number((await client.query('select pg_backend_pid() as pid')).rows[0]?.pid)
  const waits = new Map<string, number>()
  let samples = 0
  let connections = 0
  const deadlocks = await countDeadlocks()
  await client.query('select pg_stat_statements_reset()')
  const cpuMs = postgresCpuMs(pid)
  const beganAt = performance.now()
  let sampling: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    sampling = sampling.then(sample)
  }, sampleMs)

  async function countDeadlocks(): Promise<number> {
    const { rows } = await client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]?.deadlocks)
  }

  async function sample(): Promise<void> {
    const { rows } = await client.query<{ state: string; wait: string; number: number }>(`
      select state, coalesce(wait_event_type || ' ' || wait_event, 'processor') as wait,
        count(*)::int as number
      from pg_stat_activity
      where application_name like 'mailstop%' and datname = current_database()
      group by 1, 2`)
    samples += 1
    connections = Math.max(
      connections,
      rows.reduce((sum, row) => sum + row.number, 0),
    )
    for (const { state, wait, number } of rows) {
      if (state !== 'active') continue
      waits.set(wait, (waits.get(wait) ?? 0) + number)
    }
  }

  return async function stop(): Promise<Observed> {
    clearInterval(timer)
    await sampling
    const seconds = (performance.now() - beganAt) / 1_000
    const cpuMsPerSecond = (postgresCpuMs(pid) - cpuMs) / seconds
    const { rows } = await client.query<{ query: string; calls: number }>(`
      select query, calls::int as calls from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query not like '%pg_stat%' order by calls desc`)
    const endDeadlocks = await countDeadlocks()
    await client.end()
    const active = [...waits.values()].reduce((sum, number) => sum + number, 0)
    const calls = rows.reduce((sum, row) => sum + row.calls, 0)
    return {
      connections,
      active: active / samples,
      waits: [...waits]
        .map(([wait, number]): [string, number] => [wait, number / active])
        .toSorted(([, one], [, other]) => other - one),
      statementsPerSecond: calls / seconds,
      statements: rows
        .slice(0, listed)
        .map(({ query, calls: count }) => [query.replaceAll(/\s+/g, ' '), count / seconds]),
      deadlocks: endDeadlocks - deadlocks,
      cpuMsPerSecond,
      seconds,
    }
  }
}
