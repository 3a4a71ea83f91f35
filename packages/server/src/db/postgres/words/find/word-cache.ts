import { LRUCache } from 'lru-cache'
import type { BitSet } from './bit-set.ts'
import type { Directory } from '../format/directory.ts'
import type { NewWords } from '../unpacked-words.ts'
import type { ReadBlock } from './word-finder-store.ts'

/**
 * The words that a process has read, by the keys of indexes and rows (`word-finder-store.ts`). Nothing of it ever
 * changes. Each kind has room of its own, so that a large search of one kind leaves the others alone.
 */
export type WordCache = ReturnType<typeof createWordCache>

const megabyte = 1024 * 1024
const room = { directories: 16, blocks: 8, sets: 6, newWords: 8 }

/** Bytes of the new words of one team. */
const mostOfTeam = (room.newWords / 2) * megabyte

/** Bytes of an entry beside what it holds. */
const entryBytes = 200

/** Stands for an empty set of any size. */
const none: BitSet = new Uint32Array(0)

export function createWordCache() {
  const directories = new LRUCache<string, Directory>({ maxSize: room.directories * megabyte })
  const blocks = new LRUCache<string, ReadBlock>({ maxSize: room.blocks * megabyte })
  const sets = new LRUCache<string, BitSet>({ maxSize: room.sets * megabyte })
  const newWords = new LRUCache<number, ReadonlyMap<string, NewWords>>({
    maxSize: room.newWords * megabyte,
  })
  const blockKey = (index: string, no: number) => `${index} ${no}`
  const setKey = (index: string, words: string) => `${index} ${words}`
  return {
    directoryOf: (index: string) => directories.get(index),
    keepDirectory(index: string, directory: Directory) {
      const { ids, firstTerms } = directory
      const size = 8 * ids.length + entryBytes * (1 + firstTerms.length)
      directories.set(index, directory, { size })
    },
    block: (index: string, no: number) => blocks.get(blockKey(index, no)),
    keepBlock(index: string, no: number, block: ReadBlock) {
      const size = entryBytes + block.postings.length + (block.places?.length ?? 0)
      blocks.set(blockKey(index, no), block, { size })
    },
    /** The mails of an index that have words, by the key of these. */
    setOf: (index: string, words: string) => sets.get(setKey(index, words)),
    keepSet(index: string, words: string, set: BitSet) {
      const kept = set.some((bits) => bits !== 0) ? set : none
      sets.set(setKey(index, words), kept, { size: entryBytes + words.length + kept.byteLength })
    },
    /** The words of a team that are in no index yet, by the key of their row. */
    newWordsOf: (teamId: number) => newWords.get(teamId),
    /** The newest first. */
    keepNewWords(teamId: number, rows: Iterable<[string, NewWords]>) {
      const kept = new Map<string, NewWords>()
      let size = entryBytes
      for (const [key, words] of rows) {
        for (const text of words.texts) size += entryBytes + 2 * text.length
        if (size > mostOfTeam) break
        kept.set(key, words)
      }
      newWords.set(teamId, kept, { size: Math.min(size, mostOfTeam) })
    },
  }
}
