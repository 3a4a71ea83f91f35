import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/**
 * Imported mail is as old as its Date header says, and is kept as long as if it had come when it was
 * imported. The index replaces the one by `received_at`, so catching writes no more than before.
 */
export function importedMail(dialect: DialectName): string[] {
  const { integer } = columnTypes[dialect]
  return [
    `alter table mails add column imported_at ${integer}`,
    'drop index mails_by_time',
    'create index mails_by_arrival on mails (team_id, (coalesce(imported_at, received_at)))',
  ]
}
