import type { Sql } from '../../database.ts'
import { mayMean, partsOf, type AskedTree, type AskedWords } from './asked-words.ts'
import { hasAny, type BitSet } from './bit-set.ts'
import { unpackDirectory, type Directory } from './directory.ts'
import { blocksFor, mailsInIndex } from './search-word-index.ts'
import type { WordCache } from './word-cache.ts'
import {
  readBlocks,
  readDirectories,
  type ListedIndex,
  type ReadBlock,
  type WantedBlock,
} from './word-finder-store.ts'
import { WordsReplaced } from './words-replaced.ts'

type Deps = { store: Sql; teamId: number; cache: WordCache; takeTurns: () => Promise<void> }

/** `mails`: by their numbers in the index. Bits behind the last mean nothing. */
export type IndexMatches = { index: ListedIndex; directory: Directory; mails: BitSet }

/** What is read from the database at once, and held: some megabytes. */
const indexesAtOnce = 32
const blocksAtOnce = 64

/** By the key of what was asked for. */
type Sets = Map<string, BitSet>
/** A word or a phrase in an index, and the blocks that say which mails have it. */
type Task = { index: ListedIndex; asked: AskedWords; blocks: WantedBlock[] }
type Blocks = Map<number, ReadBlock>

/**
 * Asks word indexes of a team. Each word and phrase is found by itself, so that what is kept of it serves other
 * questions, and no step takes long. Phrases, for which most has to be read, come last and only where they matter.
 */
export function createIndexSearch({ store, teamId, cache, takeTurns }: Deps) {
  /** What this search has found, by the question and the id of the index. */
  const decided = new Map<AskedTree, Map<number, BitSet>>()

  /** Those of the indexes, in their order, that have matches. */
  async function* matchesOf(
    indexes: readonly ListedIndex[],
    asked: AskedTree,
  ): AsyncGenerator<IndexMatches> {
    const found = decided.get(asked) ?? new Map<number, BitSet>()
    decided.set(asked, found)
    for (let at = 0; at < indexes.length; at += indexesAtOnce) {
      const some = indexes.slice(at, at + indexesAtOnce)
      const open = some.filter(({ id }) => !found.has(id))
      await decide(open, asked, found)
      const matching = some.filter((index) => isIn(found, index))
      const directories = await directoriesOf(matching)
      for (const index of matching) {
        const [directory, mails] = [directories.get(index.id), found.get(index.id)]
        if (directory && mails) yield { index, directory, mails }
      }
    }
  }

  async function decide(
    indexes: ListedIndex[],
    asked: AskedTree,
    found: Map<number, BitSet>,
  ): Promise<void> {
    const known = new Map<number, Sets>(indexes.map(({ id }) => [id, new Map()]))
    let open = indexes
    for (const kind of ['word', 'phrase'] as const) {
      await findEach(open, partsOf(asked, kind), known)
      for (const { id, mails } of open) {
        found.set(
          id,
          mayMean(asked, (key) => known.get(id)?.get(key), mails),
        )
      }
      open = open.filter((index) => isIn(found, index))
    }
  }

  /** Finds words or phrases in indexes. */
  async function findEach(
    indexes: ListedIndex[],
    asked: AskedWords[],
    known: Map<number, Sets>,
  ): Promise<void> {
    const keep = (index: ListedIndex, { key }: AskedWords, set: BitSet) => {
      known.get(index.id)?.set(key, set)
    }
    const lacking = indexes.filter((index) => {
      const sets = asked.map((one) => [one, cache.setOf(index.id, one.key)] as const)
      for (const [one, set] of sets) if (set) keep(index, one, set)
      return sets.some(([, set]) => !set)
    })
    const directories = await directoriesOf(lacking)
    const tasks = lacking.flatMap((index) => {
      const directory = directories.get(index.id)
      const rest = asked.filter(({ key }) => !known.get(index.id)?.has(key))
      return directory ? rest.map((one) => taskOf(index, directory, one)) : []
    })
    for (const some of inGroups(tasks)) {
      const blocks = await blocksOf(some)
      for (const { index, asked: one } of some) {
        const directory = directories.get(index.id)
        if (!directory) continue
        const set = mailsInIndex(one.query, directory, blocks.get(index.id) ?? new Map())
        cache.keepSet(index.id, one.key, set)
        keep(index, one, set)
        await takeTurns()
      }
    }
  }

  function taskOf(index: ListedIndex, directory: Directory, asked: AskedWords): Task {
    const { postings, places } = blocksFor(asked.query, directory)
    const withPlaces = new Set(places)
    const blocks = postings.map((no) => ({ index, no, withPlaces: withPlaces.has(no) }))
    return { index, asked, blocks }
  }

  /** As many as are read at once; of a task that needs more, that one. */
  function* inGroups(tasks: Task[]): Generator<Task[]> {
    let group: Task[] = []
    let size = 0
    for (const task of tasks) {
      const more = task.blocks.filter((block) => !keptBlock(block)).length
      if (group.length > 0 && size + more > blocksAtOnce) {
        yield group
        group = []
        size = 0
      }
      group.push(task)
      size += more
    }
    if (group.length > 0) yield group
  }

  function keptBlock({ index, no, withPlaces }: WantedBlock): ReadBlock | undefined {
    const block = cache.block(index.id, no)
    return block?.places === null && withPlaces ? undefined : block
  }

  /** By the id of their index and their number. */
  async function blocksOf(tasks: Task[]): Promise<Map<number, Blocks>> {
    const blocks = new Map<number, Blocks>(tasks.map(({ index }) => [index.id, new Map()]))
    const lacking = new Map<string, WantedBlock>()
    for (const wanted of tasks.flatMap((task) => task.blocks)) {
      const { index, no, withPlaces } = wanted
      const kept = keptBlock(wanted)
      const key = `${index.id} ${no}`
      if (kept) blocks.get(index.id)?.set(no, kept)
      // Two may want the same, and one its places.
      else if (withPlaces || !lacking.has(key)) lacking.set(key, wanted)
    }
    const read = [...lacking.values()]
    const found = read.length === 0 ? [] : await readBlocks(store, read)
    for (const [at, { index, no }] of read.entries()) {
      const block = found[at]
      if (!block) throw new WordsReplaced()
      blocks.get(index.id)?.set(no, block)
      // A question that needs very many would drive out those of all others.
      if (read.length <= blocksAtOnce) cache.keepBlock(index.id, no, block)
    }
    return blocks
  }

  async function directoriesOf(indexes: readonly ListedIndex[]): Promise<Map<number, Directory>> {
    const directories = new Map<number, Directory>()
    for (const { id } of indexes) {
      const kept = cache.directoryOf(id)
      if (kept) directories.set(id, kept)
    }
    const lacking = indexes.filter(({ id }) => !directories.has(id))
    if (lacking.length === 0) return directories
    const packed = await readDirectories(store, teamId, lacking)
    for (const { id } of lacking) {
      const bytes = packed.get(id)
      if (!bytes) throw new WordsReplaced()
      const directory = unpackDirectory(bytes)
      cache.keepDirectory(id, directory)
      directories.set(id, directory)
      await takeTurns()
    }
    return directories
  }

  return { matchesOf }
}

function isIn(found: ReadonlyMap<number, BitSet>, { id, mails }: ListedIndex): boolean {
  const set = found.get(id)
  return set !== undefined && hasAny(set, mails)
}
