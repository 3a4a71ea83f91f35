import type { Sql } from '../../../database.ts'
import { mayMean, partsOf, type AskedPart, type AskedTree } from './asked-words.ts'
import { hasAny, type BitSet } from './bit-set.ts'
import { unpackDirectory, type Directory } from '../format/directory.ts'
import { unpackPart } from '../format/packed-part.ts'
import type { OpenBlock } from './find-terms.ts'
import { createWordsSearch, type WordsSearch } from './search-word-index.ts'
import type { WordCache } from './word-cache.ts'
import {
  readBlocks,
  readDirectories,
  WordsReplaced,
  type ListedIndex,
  type ReadBlock,
  type WantedBlock,
} from './word-finder-store.ts'

type Deps = { store: Sql; teamId: number; cache: WordCache; takeTurns: () => Promise<void> }

/** `mails`: by their numbers in the index. Bits behind the last mean nothing. */
export type IndexMatches = { index: ListedIndex; directory: Directory; mails: BitSet }

/** What is read from the database at once, and held: some megabytes, however many words and blocks a question needs. */
const indexesAtOnce = 32
const blocksAtOnce = 64
/** Words and phrases, each of one index. */
const partsAtOnce = 512

/** Phrases are asked for where all of their words are. */
const kinds = ['word', 'phrase'] as const

/** Sets of mails by the key of the question. */
type Sets = Map<string, BitSet>
/** A word or a phrase in an index. */
type Task = { index: ListedIndex; key: string; search: WordsSearch }
type TaskBlock = WantedBlock & { task: Task }

/**
 * Asks word indexes of a team. Each word and phrase is found by itself, so that a kept result serves other questions,
 * and no step takes long. Phrases, which need the most reading, come last and only where they matter.
 */
export function createIndexSearch({ store, teamId, cache, takeTurns }: Deps) {
  /** What this search has found, by the question and the key of the index. */
  const decided = new Map<AskedTree, Map<string, BitSet>>()

  /** Yields the indexes that have matches, in their order. */
  async function* matchesOf(
    indexes: readonly ListedIndex[],
    asked: AskedTree,
  ): AsyncGenerator<IndexMatches> {
    const found = decided.get(asked) ?? new Map<string, BitSet>()
    decided.set(asked, found)
    const parts = Math.max(1, ...kinds.map((kind) => partsOf(asked, kind).length))
    const atOnce = Math.max(1, Math.min(indexesAtOnce, Math.floor(partsAtOnce / parts)))
    for (let at = 0; at < indexes.length; at += atOnce) {
      const some = indexes.slice(at, at + atOnce)
      const open = some.filter(({ key }) => !found.has(key))
      for (const [key, set] of await decide(open, asked)) found.set(key, set)
      const matching = some.filter((index) => isIn(found, index))
      const directories = await directoriesOf(matching)
      for (const index of matching) {
        const [directory, mails] = [directories.get(index.key), found.get(index.key)]
        if (directory && mails) yield { index, directory, mails }
      }
    }
  }

  async function decide(indexes: ListedIndex[], asked: AskedTree): Promise<Map<string, BitSet>> {
    const known = new Map<string, Sets>(indexes.map(({ key }) => [key, new Map()]))
    const bounds = new Map<string, BitSet>()
    let open = indexes
    for (const kind of kinds) {
      await findEach(open, partsOf(asked, kind), known)
      for (const { key, mails } of open) {
        bounds.set(
          key,
          mayMean(asked, (part) => known.get(key)?.get(part), mails),
        )
        await takeTurns()
      }
      open = open.filter((index) => isIn(bounds, index))
    }
    return bounds
  }

  /** Finds words or phrases in indexes. */
  async function findEach(
    indexes: ListedIndex[],
    parts: AskedPart[],
    known: Map<string, Sets>,
  ): Promise<void> {
    const keep = ({ key }: ListedIndex, part: string, set: BitSet) => {
      known.get(key)?.set(part, set)
    }
    const lacking = indexes.filter((index) => {
      const sets = parts.map(({ asked: { key } }) => [key, cache.setOf(index.key, key)] as const)
      for (const [key, set] of sets) if (set) keep(index, key, set)
      return sets.some(([, set]) => !set)
    })
    const directories = await directoriesOf(lacking)
    const tasks = lacking.flatMap((index) => {
      const directory = directories.get(index.key)
      const sets = known.get(index.key)
      const rest = parts.filter(({ asked }) => !sets?.has(asked.key))
      return directory && sets ? rest.map((part) => taskOf(index, directory, part, sets)) : []
    })
    for (const wanted of inParts(tasks)) {
      const blocks = await blocksOf(wanted)
      for (const { task, no, withPlaces } of wanted) {
        if (task.search.isDone()) continue
        const block = openBlock(blocks.get(blockKey(task.index, no)), withPlaces)
        for (const _ of task.search.add(block)) await takeTurns()
        if (task.search.isDone()) cache.keepSet(task.index.key, task.key, task.search.found)
        await takeTurns()
      }
    }
    for (const { index, key, search } of tasks) keep(index, key, search.found)
  }

  function taskOf(index: ListedIndex, directory: Directory, part: AskedPart, sets: Sets): Task {
    const { key, query } = part.asked
    const candidates =
      part.kind === 'word'
        ? undefined
        : mayMean(part.words, (word) => sets.get(word), directory.ids.length)
    return { index, key, search: createWordsSearch(query, directory, candidates) }
  }

  /** Yields as many blocks as are read at once: all blocks of some tasks, or some of a task that needs very many. */
  function* inParts(tasks: Task[]): Generator<TaskBlock[]> {
    let part: TaskBlock[] = []
    let lacking = 0
    for (const task of tasks) {
      for (const block of task.search.blocks) {
        if (task.search.isDone()) break
        const wanted = { index: task.index, ...block, task }
        part.push(wanted)
        if (!keptBlock(wanted)) lacking += 1
        if (lacking < blocksAtOnce) continue
        yield part
        part = []
        lacking = 0
      }
    }
    if (part.length > 0) yield part
  }

  function keptBlock({ index, no, withPlaces }: WantedBlock): ReadBlock | undefined {
    const block = cache.block(index.key, no)
    return block?.places === null && withPlaces ? undefined : block
  }

  async function blocksOf(part: TaskBlock[]): Promise<Map<string, ReadBlock>> {
    const blocks = new Map<string, ReadBlock>()
    const lacking = new Map<string, TaskBlock>()
    for (const wanted of part) {
      const key = blockKey(wanted.index, wanted.no)
      const kept = keptBlock(wanted)
      if (kept) blocks.set(key, kept)
      // Two may want the same, and one its places.
      else if (wanted.withPlaces || !lacking.has(key)) lacking.set(key, wanted)
    }
    const read = [...lacking]
    const found =
      read.length === 0
        ? []
        : await readBlocks(
            store,
            read.map(([, wanted]) => wanted),
          )
    for (const [at, [key, { index, no, task }]] of read.entries()) {
      const block = found[at]
      if (!block) throw new WordsReplaced()
      blocks.set(key, block)
      // A question that needs very many would drive out the blocks of all others.
      if (task.search.blocks.length <= blocksAtOnce) cache.keepBlock(index.key, no, block)
    }
    return blocks
  }

  async function directoriesOf(indexes: readonly ListedIndex[]): Promise<Map<string, Directory>> {
    const directories = new Map<string, Directory>()
    for (const { key } of indexes) {
      const kept = cache.directoryOf(key)
      if (kept) directories.set(key, kept)
    }
    const lacking = indexes.filter(({ key }) => !directories.has(key))
    if (lacking.length === 0) return directories
    const packed = await readDirectories(store, teamId, lacking)
    for (const [at, { key }] of lacking.entries()) {
      const bytes = packed[at]
      if (!bytes) throw new WordsReplaced()
      const directory = unpackDirectory(bytes)
      cache.keepDirectory(key, directory)
      directories.set(key, directory)
      await takeTurns()
    }
    return directories
  }

  return { matchesOf }
}

const blockKey = ({ key }: ListedIndex, no: number) => `${key} ${no}`

function openBlock(block: ReadBlock | undefined, withPlaces: boolean): OpenBlock {
  if (!block) throw new Error('A block was not read')
  const { postings, places } = block
  return {
    postings: unpackPart(postings),
    places: withPlaces && places ? unpackPart(places) : null,
  }
}

function isIn(found: ReadonlyMap<string, BitSet>, { key, mails }: ListedIndex): boolean {
  const set = found.get(key)
  return set !== undefined && hasAny(set, mails)
}
