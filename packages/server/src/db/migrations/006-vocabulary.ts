import type { DialectName } from '../dialect.ts'

/** The words of the search index as a table: it stores nothing. Postgres finds beginnings by itself. */
export function vocabulary(dialect: DialectName): string[] {
  if (dialect === 'postgres') return []
  return [`create virtual table mail_vocabulary using fts5vocab(mail_words, instance)`]
}
