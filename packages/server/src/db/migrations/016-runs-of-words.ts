import type { DialectName } from '../dialect.ts'

/**
 * Words are written many mails at a time, so their runs are long already: merging sixteen at once, not
 * eight, takes a tenth off what a mail costs to write, and the sweep merges further when there is time.
 */
export function runsOfWords(dialect: DialectName): string[] {
  if (dialect === 'postgres') return []
  return [`insert into mail_words (mail_words, rank) values ('automerge', 16)`]
}
