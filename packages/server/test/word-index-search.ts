import type { WordQuery } from '../src/db/word-query.ts'
import { packDirectory, unpackDirectory } from '../src/db/postgres/words/directory.ts'
import { blocksFor, findInIndex } from '../src/db/postgres/words/search-word-index.ts'
import type { WordIndexParts } from '../src/db/postgres/words/word-index-parts.ts'

/** As the product asks: with the directory and the blocks that are named, and no others. */
export function searchParts(query: WordQuery, parts: WordIndexParts): number[] {
  const directory = unpackDirectory(packDirectory(parts))
  const { postings, places } = blocksFor(query, directory)
  const blocks = postings.map((number) => {
    const block = parts.blocks[number]
    if (!block) throw new Error(`There is no block ${number}`)
    const fetched = {
      postings: block.postings,
      places: places.includes(number) ? block.places : null,
    }
    return [number, fetched] as const
  })
  return findInIndex(query, directory, new Map(blocks))
}
