import { decimals, table, whole } from '../report/table.ts'
import type { IdleResult, LoadResult } from './run-case.ts'

const mostWaits = 6
const longestText = 110

type Columns<Result> = [heading: string, cell: (result: Result) => string][]

const both: Columns<IdleResult> = [
  ['connections', ({ observed }) => whole(observed.connections)],
  ['RSS MB', ({ rssMb }) => whole(rssMb)],
]

const nameOf = ({ spread, processes }: LoadResult) => `${spread}, ${processes}`

const loadColumns: Columns<LoadResult> = [
  ['teams, processes', nameOf],
  ['mails/s', ({ mailsPerSecond }) => whole(mailsPerSecond)],
  ['p50 of 250, ms', ({ dataMs }) => decimals(dataMs.p50, 1)],
  ['p99', ({ dataMs }) => decimals(dataMs.p99, 1)],
  ['CPU ms/mail: product', (one) => decimals(one.productCpuMs / one.accepted, 2)],
  ['Postgres', (one) => decimals(one.observed.cpuMs / one.accepted, 2)],
  ...both,
  ['at work', ({ observed }) => decimals(observed.active, 1)],
  ['statements/mail', (one) => decimals(one.observed.statements / one.accepted, 1)],
  ['deadlocks', ({ observed }) => whole(observed.deadlocks)],
  ['refused', ({ refusals }) => whole(refusals.reduce((sum, [, count]) => sum + count, 0))],
]

const idleColumns: Columns<IdleResult> = [
  ['idle processes', ({ processes }) => `${processes} and 1`],
  ['start, ms', ({ startedMs }) => whole(startedMs)],
  ['CPU ms/s: product', (one) => decimals(one.productCpuMs / one.observed.seconds, 1)],
  ['Postgres', ({ observed }) => decimals(observed.cpuMs / observed.seconds, 1)],
  ['statements/s', ({ observed }) => decimals(observed.statements / observed.seconds, 1)],
  ...both,
]

/** A row for each case; what the connections waited for follows below. */
export function loadTable(results: LoadResult[]): string {
  const below = results.flatMap((one) => {
    const waits = one.observed.waits
      .slice(0, mostWaits)
      .map(([wait, share]) => `${wait} ${whole(share * 100)} %`)
    const refused = one.refusals.map(([text, count]) => `  ${count} times: ${text}`)
    return [`${nameOf(one)}, waits: ${waits.join(', ')}`, ...refused]
  })
  return [tableOf(loadColumns, results), ...below, ...frequentOf(results)].join('\n')
}

export const idleTable = (results: IdleResult[]): string =>
  [tableOf(idleColumns, results), ...frequentOf(results)].join('\n')

const tableOf = <Result>(columns: Columns<Result>, results: Result[]) =>
  table(
    columns.map(([heading]) => heading),
    results.map((one) => columns.map(([, cell]) => cell(one))),
  )

/** Lists the statements that were run most in the last case. */
function frequentOf(results: IdleResult[]): string[] {
  const { frequent = [], seconds = 1 } = results.at(-1)?.observed ?? {}
  const lines = frequent.map(
    ([text, calls]) => `  ${decimals(calls / seconds, 2)}/s  ${text.slice(0, longestText)}`,
  )
  return ['Statements of the last row:', ...lines]
}
