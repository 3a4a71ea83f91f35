import type { Span, WordFinder, WordQuery } from '../../../db/word-query.ts'
import type { WordSearch } from './mail-condition.ts'
import { mailWordsAmong, mailWordsIn } from './mail-words-store.ts'
import type { SearchScope } from './search-engine.ts'
import { wordQuery } from './words-asked.ts'

/** Finds a team's mail by its words. Mail that was deleted may be found too. */
export type WordSource = {
  /** Above all of these ids, and about how many mails there are; null: where words are does not tell. */
  extent: WordFinder['extent'] | null
  /** All from `from` on that are below the end of the span, the newest first. */
  ids(words: WordSearch, span: Span): Promise<{ ids: number[]; from: number }>
  /** Those of the mails, which come with the newest first. */
  among(words: WordSearch, ids: readonly number[]): Promise<number[]>
}

/** `work` may be done again, as words may be replaced while it reads them. */
export async function withWords<Result>(
  scope: SearchScope,
  work: (source: WordSource) => Promise<Result>,
): Promise<Result> {
  const { words, teamId } = scope
  if (words === null) throw new Error('This store has no words of its own')
  const queries = new Map<WordSearch, WordQuery>()
  /** One object for each, by which the finder knows that it has been asked before. */
  function queryOf(search: WordSearch): WordQuery {
    const query = queries.get(search) ?? wordQuery(search)
    queries.set(search, query)
    return query
  }
  if (words.hasOlder()) return work(olderToo(scope, (ask) => words.find(teamId, ask), queryOf))
  return words.find(teamId, (finder) =>
    work({
      extent: finder.extent,
      ids: async (search, span) => ({
        ids: await finder.ids(queryOf(search), span),
        from: span.from,
      }),
      among: (search, ids) => finder.among(queryOf(search), ids),
    }),
  )
}

type Find = (ask: (finder: WordFinder) => Promise<number[]>) => Promise<number[]>

/**
 * Words are moved out of `mail_words` while they are searched. So that is asked first each time: what is
 * no longer there is where the finder looks afterwards.
 */
function olderToo(
  scope: SearchScope,
  find: Find,
  queryOf: (search: WordSearch) => WordQuery,
): WordSource {
  return {
    extent: null,
    async ids(search, span) {
      const older = await mailWordsIn(scope, search, span)
      const rest = { from: older.from, below: span.below }
      const newer = await find((finder) => finder.ids(queryOf(search), rest))
      return { ids: newestFirst([...older.ids, ...newer]), from: older.from }
    },
    async among(search, ids) {
      const older = await mailWordsAmong(scope, search, ids)
      const newer = await find((finder) => finder.among(queryOf(search), ids))
      return newestFirst([...older, ...newer])
    },
  }
}

const newestFirst = (ids: number[]) => [...new Set(ids)].toSorted((a, b) => b - a)
