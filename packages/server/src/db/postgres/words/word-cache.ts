import { LRUCache } from 'lru-cache'
import type { BitSet } from './bit-set.ts'
import type { Directory } from './directory.ts'
import type { NewWords } from './unpacked-words.ts'
import type { ReadBlock } from './word-finder-store.ts'

/**
 * What a process keeps of words that it has read. Nothing of it ever changes: who has the id of an index or of a row has
 * what belongs to it. Each kind has room of its own, so that a search of much drives out its like alone.
 */
export type WordCache = ReturnType<typeof createWordCache>

const megabyte = 1024 * 1024
const room = { directories: 12, blocks: 8, sets: 6, newWords: 8 }

/** Beside what they hold. */
const entryBytes = 200

/** Of any size. */
const none: BitSet = new Uint32Array(0)

export function createWordCache() {
  const directories = new LRUCache<number, Directory>({ maxSize: room.directories * megabyte })
  const blocks = new LRUCache<string, ReadBlock>({ maxSize: room.blocks * megabyte })
  const sets = new LRUCache<string, BitSet>({ maxSize: room.sets * megabyte })
  const newWords = new LRUCache<number, ReadonlyMap<number, NewWords>>({
    maxSize: room.newWords * megabyte,
  })
  const blockKey = (indexId: number, no: number) => `${indexId} ${no}`
  const setKey = (indexId: number, words: string) => `${indexId} ${words}`
  return {
    directoryOf: (indexId: number) => directories.get(indexId),
    keepDirectory(indexId: number, directory: Directory) {
      const { ids, firstTerms } = directory
      const size = 8 * ids.length + entryBytes * (1 + firstTerms.length)
      directories.set(indexId, directory, { size })
    },
    block: (indexId: number, no: number) => blocks.get(blockKey(indexId, no)),
    keepBlock(indexId: number, no: number, block: ReadBlock) {
      const size = entryBytes + block.postings.length + (block.places?.length ?? 0)
      blocks.set(blockKey(indexId, no), block, { size })
    },
    /** The mails of an index that have words, by the key of these. */
    setOf: (indexId: number, words: string) => sets.get(setKey(indexId, words)),
    keepSet(indexId: number, words: string, set: BitSet) {
      const kept = set.some((bits) => bits !== 0) ? set : none
      sets.set(setKey(indexId, words), kept, { size: entryBytes + words.length + kept.byteLength })
    },
    /** Those of a team that are in no index yet, by the id of their row. */
    newWordsOf: (teamId: number) => newWords.get(teamId),
    keepNewWords(teamId: number, rows: ReadonlyMap<number, NewWords>) {
      let size = entryBytes
      for (const { texts } of rows.values()) {
        for (const text of texts) size += entryBytes + 2 * text.length
      }
      newWords.set(teamId, rows, { size })
    },
  }
}
