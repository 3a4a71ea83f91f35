import type { Sql } from '../../database.ts'
import type { WordStore } from '../../words/word-query.ts'
import { longestReadMs } from '../pool.ts'
import { createWordCache } from './find/word-cache.ts'
import { createWordFinder } from './find/word-finder.ts'

type Deps = {
  store: Sql
  /** A search that takes longer is ended. */
  longestMs?: number | undefined
}

/** Words of mail are written in the transaction of their mail: who asks after that finds it. */
export function createWordStore({ store, longestMs = longestReadMs }: Deps): WordStore {
  const cache = createWordCache()
  return {
    find: async (teamId, work) => work(await createWordFinder({ store, teamId, cache, longestMs })),
  }
}
