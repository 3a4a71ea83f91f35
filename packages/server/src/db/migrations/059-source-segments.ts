import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/**
 * Objects of an object store that hold sources, each those of one batch. Rows of `mail_sources` name them, and no
 * foreign key does: checking it would cost each caught mail more than its row.
 */
export function sourceSegments(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  return [
    `create table source_segments (
      id text primary key not null,
      state text not null,
      bytes ${integer} not null,
      mails text not null,
      created_at ${integer} not null,
      due_at ${integer} not null
    ) ${end}`,
    `create index source_segments_due on source_segments (state, due_at, id)`,
    `create table source_stores (
      id ${integer} primary key not null,
      installation text not null,
      listed_to text not null,
      listed_since ${integer} not null
    ) ${end}`,
  ]
}
