import { buildWordIndex } from './build/build-word-index.ts'
import { damaged } from './format/byte-reader.ts'
import { packDirectory, unpackDirectory } from './format/directory.ts'
import { mergeWordIndexes } from './build/merge-word-indexes.ts'
import { unpackNewWords } from './unpacked-words.ts'
import type { BuiltWordIndex, WordIndexParts } from './format/word-index-parts.ts'
import type { MadeIndex, StoredIndex } from './work/word-index-store.ts'

// What is done in a thread of its own (`word-threads.ts`), as it takes a second.

/** A row of `new_words` without its words, and how many bytes these have as they are packed. */
export type PackedRow = { mail_ids: number[]; bytes: number; length: number }

type Bounds = {
  gone: ReadonlySet<number>
  /** Where ranges of ids end, ascending: no index has mails of two. */
  ends: readonly number[]
}

/** `packed` has the words of all rows, one behind the other. */
export async function indexNewWords(
  rows: readonly PackedRow[],
  packed: Uint8Array,
  { gone, ends }: Bounds,
): Promise<MadeIndex[]> {
  const mails: { id: number; words: string }[] = []
  let from = 0
  for (const { mail_ids, bytes, length } of rows) {
    const words = packed.subarray(from, from + length)
    const { ids, texts } = await unpackNewWords(mail_ids, { words, bytes })
    ids.forEach((id, at) => mails.push({ id, words: texts[at] ?? ' ' }))
    from += length
  }
  const kept = mails.filter(({ id }) => !gone.has(id))
  const byRange = Map.groupBy(kept, ({ id }) => ends.find((end) => id < end))
  return [...byRange.values()].map((own) =>
    madeIndex(
      buildWordIndex(own),
      own.reduce((sum, { words }) => sum + Buffer.byteLength(words), 0),
    ),
  )
}

/** Indexes of one range become one; none where all mails are gone. */
export async function mergeIndexes(
  indexes: readonly (StoredIndex & { bytes: number })[],
  gone: ReadonlySet<number>,
): Promise<MadeIndex | null> {
  const parts = indexes.map(partsOf)
  const merged = mergeWordIndexes(parts, (id) => !gone.has(id))
  const before = parts.reduce((sum, { ids }) => sum + ids.length, 0)
  const bytes = indexes.reduce((sum, index) => sum + index.bytes, 0)
  if (merged.ids.length === 0) return null
  return madeIndex(merged, Math.ceil((bytes * merged.ids.length) / before))
}

function partsOf({ directory, blocks }: StoredIndex): WordIndexParts {
  const { ids, firstTerms } = unpackDirectory(directory)
  if (firstTerms.length !== blocks.length) {
    throw damaged(`it has ${blocks.length} blocks in place of ${firstTerms.length}`)
  }
  return {
    ids,
    blocks: blocks.map((block, no) => ({
      firstTerm: firstTerms[no] ?? new Uint8Array(),
      ...block,
    })),
  }
}

function madeIndex(parts: BuiltWordIndex, bytes: number): MadeIndex {
  return {
    first_mail: parts.ids[0] ?? 0,
    last_mail: parts.ids.at(-1) ?? 0,
    mails: parts.ids.length,
    bytes,
    terms: parts.terms,
    directory: packDirectory(parts),
    blocks: parts.blocks.map(({ postings, places }) => ({ postings, places })),
  }
}
