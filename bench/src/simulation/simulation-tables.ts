import { decimals, table, whole } from '../report/table.ts'
import type { Observed } from './observe-postgres.ts'
import type { IdleResult, LoadResult } from './run-case.ts'

const mostWaits = 6
const longestText = 110

/** A row for each case; what the connections waited for follows below. */
export function loadTable(results: LoadResult[]): string {
  const headings = [
    'teams, processes',
    'mails/s',
    'p50 of 250, ms',
    'p99',
    'CPU ms/mail: product',
    'Postgres',
    'connections',
    'at work',
    'RSS MB',
    'statements/mail',
    'deadlocks',
    'refused',
  ]
  const rows = results.map((one) => [
    nameOf(one),
    whole(one.mailsPerSecond),
    decimals(one.dataMs.p50, 1),
    decimals(one.dataMs.p99, 1),
    decimals(one.productCpuMs, 2),
    decimals(one.postgresCpuMs, 2),
    whole(one.observed.connections),
    decimals(one.observed.active, 1),
    whole(one.rssMb),
    decimals((one.observed.statementsPerSecond * one.observed.seconds) / one.accepted, 1),
    whole(one.observed.deadlocks),
    whole(one.refusals.reduce((sum, [, count]) => sum + count, 0)),
  ])
  const below = results.flatMap((one) => [
    `${nameOf(one)}, waits: ${waitsText(one)}`,
    ...one.refusals.map(([text, count]) => `  ${count} times: ${text}`),
  ])
  return [table(headings, rows), ...below, ...statementsOf(results)].join('\n')
}

export function idleTable(results: IdleResult[]): string {
  const headings = [
    'idle processes',
    'start, ms',
    'CPU ms/s: product',
    'Postgres',
    'statements/s',
    'connections',
    'RSS MB',
  ]
  const rows = results.map((one) => [
    `${one.processes} and 1`,
    whole(one.startedMs),
    decimals(one.productCpuMs, 1),
    decimals(one.observed.cpuMsPerSecond, 1),
    decimals(one.observed.statementsPerSecond, 1),
    whole(one.observed.connections),
    whole(one.rssMb),
  ])
  return [table(headings, rows), ...statementsOf(results)].join('\n')
}

/** Lists the statements that were run most in the last case. */
function statementsOf(results: { observed: Observed }[]): string[] {
  const most = results.at(-1)?.observed.statements ?? []
  const lines = most.map(
    ([text, rate]) => `  ${decimals(rate, 2)}/s  ${text.slice(0, longestText)}`,
  )
  return ['Statements of the last row:', ...lines]
}

const nameOf = ({ spread, processes }: LoadResult) => `${spread}, ${processes}`

const waitsText = ({ observed: { waits } }: LoadResult) =>
  waits
    .slice(0, mostWaits)
    .map(([wait, share]) => `${wait} ${whole(share * 100)} %`)
    .join(', ')
