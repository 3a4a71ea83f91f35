import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** What limits the rate of attempts, and which clients an account's owner is known to use. */
export function attempts(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  return [
    `create table attempts (
      id text primary key not null,
      used ${integer} not null,
      ends_at ${integer} not null
    ) ${end}`,
    `create index attempts_by_end on attempts (ends_at)`,

    `create table familiar_clients (
      user_id ${integer} not null references users (id) on delete cascade,
      client text not null,
      seen_at ${integer} not null,
      primary key (user_id, client)
    ) ${end}`,
    `create index familiar_clients_by_time on familiar_clients (seen_at)`,
  ]
}
