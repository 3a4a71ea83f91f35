import type { Span, WordFinder } from '../../../../db/words/word-query.ts'
import { createKeptRows } from '../kept-rows-store.ts'
import { mailWordsAmong, mailWordsIn } from './mail-words-store.ts'
import type { SearchScope } from '../search-engine.ts'
import type { WordsAsked } from './words-asked.ts'

/** Finds a team's mail by its words. Mail that was deleted may be found too. */
export type WordSource = {
  /** The ids of the first and last mail, and how many there are; null where the words do not tell. */
  extent: WordFinder['extent'] | null
  /** All from `from` on that are below the end of the span, the newest first. */
  ids(words: WordsAsked, span: Span): Promise<{ ids: number[]; from: number }>
  /** Returns which of the mails have the words; `ids` come with the newest first. */
  among(words: WordsAsked, ids: readonly number[]): Promise<number[]>
}

type WordStore = NonNullable<SearchScope['words']>

export function wordStore({ words }: SearchScope): WordStore {
  if (words === null) throw new Error('This store has no words of its own')
  return words
}

export async function withWords<Result>(
  scope: SearchScope,
  work: (source: WordSource) => Promise<Result>,
): Promise<Result> {
  const words = wordStore(scope)
  if (words.hasOlder()) return work(olderToo(scope, words))
  return words.find(scope.teamId, (finder) =>
    work({
      extent: finder.extent,
      async ids({ query }, span) {
        return { ids: await finder.ids(query, span), from: span.from }
      },
      among: ({ query }, ids) => finder.among(query, ids),
    }),
  )
}

/** Calls `work` with a scope that lets searches share what they read. */
export async function withSharedReads<Result>(
  scope: SearchScope,
  work: (scope: SearchScope) => Promise<Result>,
): Promise<Result> {
  const { words, teamId } = scope
  // Each of these searches lists words for itself, after it has asked `mail_words`.
  if (words === null || words.hasOlder()) return work(scope)
  return words.find(teamId, (finder) =>
    work({
      ...scope,
      keptRows: createKeptRows(scope, finder.extent),
      words: { hasOlder: () => false, find: (_team, ask) => ask(finder.again()) },
    }),
  )
}

/**
 * Words are moved out of `mail_words` while they are searched. So that is asked first each time: what is
 * no longer there is where the finder looks afterwards.
 */
function olderToo(scope: SearchScope, words: WordStore): WordSource {
  return {
    extent: null,
    async ids({ search, query }, { from, below }) {
      const older = await mailWordsIn(scope, search, { from, below })
      const rest = { from: older.from, below }
      const newer = await words.find(scope.teamId, (finder) => finder.ids(query, rest))
      return { ids: newestFirst([...older.ids, ...newer]), from: older.from }
    },
    async among({ search, query }, ids) {
      const older = await mailWordsAmong(scope, search, ids)
      const newer = await words.find(scope.teamId, (finder) => finder.among(query, ids))
      return newestFirst([...older, ...newer])
    },
  }
}

const newestFirst = (ids: number[]) => [...new Set(ids)].toSorted((a, b) => b - a)
