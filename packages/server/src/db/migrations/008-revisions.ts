import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Tells whether anything that is counted of a team's mail has changed since it was counted. */
export function revisions(dialect: DialectName): string[] {
  const { integer } = columnTypes[dialect]
  return [`alter table team_counters add column revision ${integer} not null default 0`]
}
