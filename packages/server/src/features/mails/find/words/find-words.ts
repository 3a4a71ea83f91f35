import type { WordFinder } from '../../../../db/words/word-query.ts'
import { createKeptRows } from '../kept-rows-store.ts'
import type { SearchScope } from '../search-engine.ts'

/** Asks the words of a team's mail. Mail that was deleted may be found too. */
export function findWords<Result>(
  { words, teamId }: SearchScope,
  work: (finder: WordFinder) => Promise<Result>,
): Promise<Result> {
  if (words === null) throw new Error('This store has no words of its own')
  return words.find(teamId, work)
}

/** Calls `work` with a scope that lets searches share what they read. */
export async function withSharedReads<Result>(
  scope: SearchScope,
  work: (scope: SearchScope) => Promise<Result>,
): Promise<Result> {
  const { words, teamId } = scope
  if (words === null) return work(scope)
  return words.find(teamId, (finder) =>
    work({
      ...scope,
      keptRows: createKeptRows(scope, finder.extent),
      words: { find: (_team, ask) => ask(finder.again()) },
    }),
  )
}
