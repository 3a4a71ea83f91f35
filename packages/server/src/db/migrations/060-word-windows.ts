import type { Migration } from 'kysely/migration'
import { sql } from 'kysely'
import type { DialectName } from '../dialect.ts'
import { namedAsRanges } from './named-as-ranges.ts'

/**
 * What Postgres finds mail by: its words, and lexemes that `db/words/word-windows.ts` names. An empty store gets
 * the index of them here, in place of that of the words alone. Since migration 063 one with mail is searched by that of the words alone until its words
 * have moved.
 */
export function wordWindows(dialect: DialectName): Migration {
  return {
    async up(db) {
      if (dialect === 'sqlite') return
      await sql.raw(lexemes).execute(db)
      const { rows } = await sql`select from mail_words limit 1`.execute(db)
      if (rows.length > 0) return
      await sql`create index mail_words_by_lexeme on mail_words
        using gin (mail_lexemes(mail_id, words))`.execute(db)
      await sql`drop index mail_words_by_word`.execute(db)
      await sql.raw(namedAsRanges('mail_words_by_lexeme')).execute(db)
    },
  }
}

const marked = (weight: string) =>
  `regexp_replace(strip(ts_filter(words, '{${weight}}'))::text, '''(\\S+)''', ''' ${weight}/\\1''', 'g')`

/**
 * Its cost keeps the planner from calling it for each mail. Parallel workers take longer to start than the index to
 * answer.
 *
 * Of the words of a field the places are left out, and of very many all: a tsvector holds a megabyte, of which the
 * words of the mail may take nine tenths.
 */
const lexemes = `
  create function mail_lexemes(mail_id bigint, words tsvector) returns tsvector
  language plpgsql immutable parallel unsafe cost 100 as $$
  begin
    return words
      || array_to_tsvector(array[
        ${[10, 14, 18, 22].map((bits) => `' ${bits}/' || (mail_id >> ${bits})::text`).join(', ')}])
      || case when length(ts_filter(words, '{a,b,c}')) > 400 then ''' *'''::tsvector
        else (${['a', 'b', 'c'].map(marked).join(` || ' ' || `)})::tsvector end;
  end
  $$`
