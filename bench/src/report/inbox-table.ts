import type { InboxResult } from '../inbox/measure-inbox.ts'
import { decimals, table, whole } from './table.ts'

type Sized = InboxResult & { mails: number }

/** Sizes side by side; what took longer than it may is marked. */
export function inboxTable(results: Sized[]): string {
  const sizes = results.map(({ mails }) => whole(mails))
  const readRows = (results[0]?.reads ?? []).map(({ name, targetMs }, index) => [
    name.replace(/page \d+$/, 'page 10,000 or last'),
    ...results.flatMap(({ reads }) => {
      const { p50 = NaN, p95 = NaN } = reads[index] ?? {}
      return [decimals(p50, 1), decimals(p95, 1) + (p95 > targetMs ? ' !' : '')]
    }),
    whole(targetMs),
  ])
  const processRows = [
    ['memory MB', ...results.map(({ rssMb }) => whole(rssMb))],
    ['start to serving ms', ...results.map(({ servingMs }) => whole(servingMs))],
  ]
  const changeRows = results.flatMap(({ mails, changes }) =>
    changes.map(({ name, seconds, changed, arrivals }) => [
      name,
      whole(mails),
      decimals(seconds, 1),
      whole(changed),
      whole(arrivals.count),
      decimals(arrivals.p50, 1),
      decimals(arrivals.p99, 1),
      decimals(arrivals.longest, 0),
    ]),
  )
  const readHeadings = sizes.flatMap((size) => [`${size} p50`, 'p95 ms'])
  return [
    table(['over HTTP', ...readHeadings, 'target'], readRows),
    table(['process', ...sizes], processRows),
    table(
      ['200 mails/s arriving', 'mails', 's', 'changed', 'arrived', 'p50 ms', 'p99 ms', 'longest'],
      changeRows,
    ),
  ].join('\n\n')
}
