import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** What one process at a time does for all that share the database. */
export function leases(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  return [
    `create table leases (
      name text primary key not null,
      holder text not null,
      ends_at ${integer} not null
    ) ${end}`,
  ]
}
