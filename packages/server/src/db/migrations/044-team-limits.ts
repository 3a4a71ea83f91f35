import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Limits that an operator sets for a team, and how long the team itself wants to keep its mail. */
export function teamLimits(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  return [
    `create table team_limits (
      team_id ${integer} primary key not null references teams (id) on delete cascade,
      max_mails ${integer},
      max_bytes ${integer}
    ) ${end}`,
    `alter table teams add column retention_days ${integer}`,
    `alter table teams add column retention_mails ${integer}`,
    `create index teams_with_retention on teams (id)
     where retention_days is not null or retention_mails is not null`,
  ]
}
