import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Sql } from '../../../../db/database.ts'
import type { WordSearch } from '../mail-condition.ts'
import { tsQuery, type Index } from './ts-query.ts'
import { marksOf } from './words-asked.ts'

// Conditions on `mail_words` of Postgres.

/** `of`: what it is an index of. */
export type IndexOfWords = { kind: Index; of: RawBuilder<unknown> }

const windowIndex: IndexOfWords = {
  kind: 'windows',
  of: sql`word_lexemes(mail_id, words, word_list)`,
}

/**
 * Where there is none of windows but an older one, all mail has a tsvector. Where there is none at all, a process of the
 * version before wrote some mail, which is found without.
 */
export async function indexOfWords(store: Sql): Promise<IndexOfWords> {
  const { rows } = await sql<{ isReady: boolean | null; isOldest: boolean; isOlder: boolean }>`
    select to_regclass('mail_words_by_word') is not null as "isOldest",
      to_regclass('mail_words_by_lexeme') is not null as "isOlder",
      (select indisvalid from pg_index
        where indexrelid = to_regclass('mail_words_by_window')) as "isReady"`.execute(store)
  const [row] = rows
  if (row?.isReady || !(row?.isOldest || row?.isOlder)) return windowIndex
  const of = row.isOldest ? sql`words` : sql`mail_lexemes(mail_id, words)`
  return { kind: 'tsvectors', of }
}

/**
 * A value from a subquery is one that the planner does not know. So it takes the index, regardless of what it has counted;
 * knowing that a word is common it would rather read all mail.
 */
export const isCandidate = (query: string, { of }: IndexOfWords) =>
  sql`${of} @@ (select ${query}::tsquery)`

/** Compares the words of a mail. A function, unlike its operator, asks no index. */
export const hasExactly = (teamId: number, search: WordSearch) => sql<SqlBool>`
  case when word_list is null then ts_match_vq(words, ${tsQuery(teamId, search)}::tsquery)
    else ${isListed(search)} end`

/** In the list each word stands between two spaces. */
function isListed(search: WordSearch): RawBuilder<unknown> {
  switch (search.kind) {
    case 'words': {
      const { words, prefix } = search.words
      const phrases = marksOf(search.words).map((mark) => {
        const phrase = words.map((word) => ` ${mark}${word}`).join('')
        return sql`strpos(word_list, ${prefix ? phrase : `${phrase} `}) > 0`
      })
      return sql`(${sql.join(phrases, sql` or `)})`
    }
    case 'not':
      return sql`not ${isListed(search.part)}`
    case 'all':
      return sql`(${sql.join(search.parts.map(isListed), sql` and `)})`
    case 'any':
      return sql`(${sql.join(search.parts.map(isListed), sql` or `)})`
  }
}
