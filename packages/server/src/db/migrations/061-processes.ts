import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** The processes that share a Postgres, and when a lease was last taken. */
export function processes(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  return [
    `create table processes (
      id text primary key not null,
      version text not null,
      roles text not null,
      connections ${integer} not null,
      started_at ${integer} not null,
      seen_at ${integer} not null
    ) ${end}`,
    `alter table leases add column taken_at ${integer} not null default 0`,
  ]
}
