import { sql } from 'kysely'
import type { Span } from '../../../../db/words/word-query.ts'
import { windowsOf } from '../../../../db/words/word-windows.ts'
import type { WordSearch } from '../mail-condition.ts'
import { withOlderWords } from './older-words.ts'
import type { SearchScope } from '../search-engine.ts'
import { candidates } from './ts-query.ts'
import { hasExactly, indexOfWords, isCandidate } from './word-condition-store.ts'

/*
 * Finds mail by `mail_words`, where Postgres has the words of mail from before migration 063 until they are in word
 * indexes. Nothing else asks `ts-query.ts`, `word-condition-store.ts` and `word-windows.ts`.
 */

type Scope = Pick<SearchScope, 'sql' | 'teamId'>

/** The index returns all mails of a span at once, however many there are. */
const mostIds = 20_000

/** The mails of a span, from `from` on, the newest first. */
export async function mailWordsIn(
  { sql: store, teamId }: Scope,
  asked: WordSearch,
  span: Span,
): Promise<{ ids: number[]; from: number }> {
  const words = withOlderWords(asked)
  const index = await indexOfWords(store)
  const { query, isExact } = candidates(teamId, words, index.kind)
  const windows = index.kind === 'windows' ? windowsOf(span) : null
  const { rows } = await sql<{ id: number }>`
    with matching as materialized (
      select mail_id from mail_words
      where ${isCandidate(windows === null ? query : `${windows} & ${query}`, index)}
      and mail_id + 0 >= ${span.from}::bigint and mail_id + 0 < ${span.below}::bigint
      ${isExact ? sql`` : sql`and ${hasExactly(teamId, words)}`}
    )
    select mail_id as id from matching order by mail_id desc limit ${mostIds}`.execute(store)
  const ids = rows.map(({ id }) => id)
  const isCut = ids.length === mostIds
  return { ids, from: isCut ? (ids.at(-1) ?? span.from) : span.from }
}

/** Those of the mails whose words are there and so, the newest first. */
export async function mailWordsAmong(
  { sql: store, teamId }: Scope,
  asked: WordSearch,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select wanted.id from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select from mail_words
      where mail_id = wanted.id and ${hasExactly(teamId, withOlderWords(asked))} offset 0
    ) as matched
    order by wanted.id desc`.execute(store)
  return rows.map(({ id }) => id)
}
