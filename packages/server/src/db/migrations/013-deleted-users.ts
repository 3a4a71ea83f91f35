import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Accounts that are gone, whose rows wait for the teams they owned. */
export function deletedUsers(dialect: DialectName): string[] {
  const { integer } = columnTypes[dialect]
  return [
    `alter table users add column deleted_at ${integer}`,
    `create index deleted_users on users (deleted_at) where deleted_at is not null`,
  ]
}
