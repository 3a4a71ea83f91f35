import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** How many mails arrived in each minute of the last day. */
export function caughtCounts(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  return [
    `create table caught_counts (
      minute ${integer} primary key not null,
      mails ${integer} not null
    ) ${end}`,
  ]
}
