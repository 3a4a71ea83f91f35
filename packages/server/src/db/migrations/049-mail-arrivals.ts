import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/**
 * In which order the commits of a team's mail became visible, for a day. What a team received before this
 * has no row, so that its order is known from the present revision on.
 */
export function mailArrivals(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  return [
    `create table mail_arrivals (
      mail_id ${integer} primary key not null references mails (id) on delete cascade,
      team_id ${integer} not null,
      revision ${integer} not null,
      at ${integer} not null
    ) ${end}`,
    `create index mail_arrivals_in_order on mail_arrivals (team_id, revision, mail_id)`,
    `alter table team_counters add column arrivals_from ${integer} not null default 0`,
    `update team_counters set arrivals_from = revision`,
  ]
}
