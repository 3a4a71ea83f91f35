import type { WordQuery } from '../../src/db/words/word-query.ts'
import { queryTree, mayMean, partsOf } from '../../src/db/postgres/words/find/query-tree.ts'
import { has, type BitSet } from '../../src/db/postgres/words/find/bit-set.ts'
import {
  packDirectory,
  unpackDirectory,
  type Directory,
} from '../../src/db/postgres/words/format/directory.ts'
import type { OpenBlock } from '../../src/db/postgres/words/find/find-terms.ts'
import { unpackPart } from '../../src/db/postgres/words/format/packed-part.ts'
import { createWordsSearch } from '../../src/db/postgres/words/find/search-word-index.ts'
import type { WordIndexParts } from '../../src/db/postgres/words/format/word-index-parts.ts'

type Read = (no: number, withPlaces: boolean) => OpenBlock

/** The ids of the mails of an index that match, ascending. As the product asks: words first, then phrases where these are. */
export function findInIndex(query: WordQuery, directory: Directory, read: Read): number[] {
  const mails = directory.ids.length
  const tree = queryTree(query)
  const known = new Map<string, BitSet>()
  const knownOf = (key: string) => known.get(key)
  for (const part of [...partsOf(tree, 'word'), ...partsOf(tree, 'phrase')]) {
    const candidates = part.kind === 'phrase' ? mayMean(part.words, knownOf, mails) : undefined
    const search = createWordsSearch(part.asked.query, directory, candidates)
    for (const { no, withPlaces } of search.blocks) {
      if (!search.isDone()) for (const _ of search.add(read(no, withPlaces)));
    }
    known.set(part.asked.key, search.found)
  }
  const found = mayMean(tree, knownOf, mails)
  return directory.ids.filter((_, at) => has(found, at))
}

/** Reads the directory and the blocks that are named, and no others. */
export function searchParts(query: WordQuery, parts: WordIndexParts): number[] {
  return findInIndex(query, unpackDirectory(packDirectory(parts)), (no, withPlaces) => {
    const block = parts.blocks[no]
    if (!block) throw new Error(`There is no block ${no}`)
    return {
      postings: unpackPart(block.postings),
      places: withPlaces ? unpackPart(block.places) : null,
    }
  })
}
