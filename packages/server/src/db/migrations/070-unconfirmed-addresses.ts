import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Changes of address that were asked for without the password, which their links then ask for. */
export function unconfirmedAddresses(dialect: DialectName): string[] {
  const { integer } = columnTypes[dialect]
  return [`alter table users add column pending_unconfirmed ${integer} not null default 0`]
}
