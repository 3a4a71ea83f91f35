import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Who wants no mail from this server that others cause. */
export function suppressedAddresses(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  return [
    `create table suppressed_addresses (
      email_key text primary key not null,
      created_at ${integer} not null
    ) ${end}`,
  ]
}
