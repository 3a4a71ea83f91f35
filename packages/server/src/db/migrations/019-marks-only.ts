import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** A mail that was read or flagged matches the searches that it matched before. */
export function marksOnly(dialect: DialectName): string[] {
  const { integer } = columnTypes[dialect]
  return [`alter table mail_changes add column marks_only ${integer} not null default 0`]
}
