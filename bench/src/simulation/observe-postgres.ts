import { Client } from 'pg'
import { postgresCpuMs } from '../process-usage.ts'

/** What the processes ask of a Postgres, as it says itself. */
export type Observed = {
  seconds: number
  cpuMs: number
  /** The most connections of the product at once. */
  connections: number
  /** The mean number of connections that were at work on a statement. */
  active: number
  /** What the busy connections waited for, as a share of all of them. */
  waits: [string, number][]
  statements: number
  /** The statements that were run most, and how often. */
  frequent: [string, number][]
  deadlocks: number
}

const sampleMs = 100
const listed = 12

/** Observes until the returned function is called. Needs `pg_stat_statements` among the libraries of the server. */
export async function observePostgres(url: string): Promise<() => Promise<Observed>> {
  const client = new Client({ connectionString: url, application_name: 'observer' })
  await client.connect()
  const ask = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows
  const number = async (text: string) =>
    Number((await ask<{ n: string }>(`select ${text}`)).at(0)?.n)
  const countDeadlocks = () =>
    number('deadlocks as n from pg_stat_database where datname = current_database()')

  await ask('create extension if not exists pg_stat_statements')
  const pid = await number('pg_backend_pid() as n')
  const deadlocks = await countDeadlocks()
  await ask('select pg_stat_statements_reset()')
  const cpuMs = postgresCpuMs(pid)
  const beganAt = performance.now()
  const waits = new Map<string, number>()
  let samples = 0
  let connections = 0
  let sampling: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    sampling = sampling.then(sample)
  }, sampleMs)

  async function sample(): Promise<void> {
    const rows = await ask<{ state: string; wait: string; count: number }>(`
      select state, coalesce(wait_event_type || ' ' || wait_event, 'processor') as wait, count(*)::int as count
      from pg_stat_activity
      where application_name like 'mailstop%' and datname = current_database()
      group by 1, 2`)
    samples += 1
    connections = Math.max(connections, sum(rows.map(({ count }) => count)))
    for (const { state, wait, count } of rows) {
      if (state === 'active') waits.set(wait, (waits.get(wait) ?? 0) + count)
    }
  }

  return async function stop() {
    clearInterval(timer)
    await sampling
    const seconds = (performance.now() - beganAt) / 1_000
    const usedMs = postgresCpuMs(pid) - cpuMs
    const rows = await ask<{ query: string; calls: number }>(`
      select query, calls::int as calls from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query not like '%pg_stat%' order by calls desc`)
    const endDeadlocks = await countDeadlocks()
    await client.end()
    const active = sum([...waits.values()])
    return {
      seconds,
      cpuMs: usedMs,
      connections,
      active: active / samples,
      waits: [...waits]
        .map(([wait, count]): [string, number] => [wait, count / active])
        .toSorted(([, one], [, other]) => other - one),
      statements: sum(rows.map(({ calls }) => calls)),
      frequent: rows
        .slice(0, listed)
        .map(({ query, calls }) => [query.replaceAll(/\s+/g, ' '), calls]),
      deadlocks: endDeadlocks - deadlocks,
    }
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
