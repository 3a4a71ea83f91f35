import type { Migration } from 'kysely/migration'
import { sql } from 'kysely'
import type { DialectName } from '../dialect.ts'
import { lockMailTables } from './lock-mail-tables.ts'
import { namedAsRanges } from './named-as-ranges.ts'

/**
 * Postgres keeps the words of a mail as one text (`db/words/word-list.ts`), which takes half of the room of a tsvector, and is
 * quicker to write and to compare. Mail from before keeps its tsvector: the lexemes of both are the same.
 *
 * An empty store gets the index of them here. Since migration 063 one with mail keeps the index that it has until its words have moved.
 */
export function wordLists(dialect: DialectName): Migration {
  return {
    async up(db) {
      if (dialect === 'sqlite') return
      const run = (statement: string) => sql.raw(statement).execute(db)
      await run(lockMailTables)
      await run(
        'alter table mail_words add column word_list text, alter column words drop not null',
      )
      await run(compressed)
      await run(lexemes)
      const { rows } = await sql`select from mail_words limit 1`.execute(db)
      if (rows.length > 0) return
      await run(`create index mail_words_by_window on mail_words
        using gin (word_lexemes(mail_id, words, word_list))`)
      await run('drop index if exists mail_words_by_lexeme, mail_words_by_word')
      await run(namedAsRanges('mail_words_by_window'))
    },
  }
}

/** Where the server has lz4, which takes a fifth of the time of its usual way. Those of ranges are columns of their own. */
const compressed = `
  do $$
    declare part regclass;
    begin
      for part in
        select to_regclass('mail_words')
        union all select inhrelid from pg_inherits where inhparent = to_regclass('mail_words')
      loop
        execute format('alter table %s alter column word_list set compression lz4', part);
      end loop;
    exception when feature_not_supported or invalid_parameter_value or syntax_error then
      raise notice 'Words are compressed in the usual way: %', sqlerrm;
    end $$`

/**
 * Its cost keeps the planner from calling it for each mail. Parallel workers take longer to start than the index to
 * answer. A lexeme of a tsvector without a place is that of the team.
 */
const lexemes = `
  create function word_lexemes(mail_id bigint, words tsvector, word_list text) returns tsvector
  language plpgsql immutable parallel unsafe cost 100 as $$
  declare
    windows constant text[] := array[
      ${[10, 14, 18, 22].map((bits) => `'${bits}/' || (mail_id >> ${bits})`).join(', ')}];
  begin
    if word_list is not null then
      return array_to_tsvector(array_remove(string_to_array(word_list, ' '), '') || windows);
    end if;
    -- A crafted mail has as many words in each of its fields as a tsvector of all of them holds.
    if octet_length(words::text) > 500000 then
      return array_to_tsvector(windows || array(
        select case when weights is null then '/' else '' end || ltrim(lexeme) from unnest(words)));
    end if;
    return array_to_tsvector(windows || array(
      select case weight when 'A' then 'a/' when 'B' then 'b/' when 'C' then 'c/' when 'D' then '' else '/' end
        || ltrim(lexeme)
      from unnest(words) cross join lateral unnest(coalesce(weights, '{team}')) as weight));
  end
  $$`
