import { nextTerm, readBlock, type BlockReader } from '../format/block-reader.ts'
import { addTerm, createBlockWriter, endBlocks } from '../format/block-writer.ts'
import type { ByteWriter } from '../format/byte-writer.ts'
import { copyOccurrences, type Source } from './copy-occurrences.ts'
import { unpackPart } from '../format/packed-part.ts'
import { renumberMails, type NewNumbers } from './renumber-mails.ts'
import type { BuiltWordIndex, WordBlock, WordIndexParts } from '../format/word-index-parts.ts'

/**
 * One index of several, without the mails that are not kept. A mail that is in several has the words of the last. It
 * unpacks one block of each at a time.
 */
export function mergeWordIndexes(
  indexes: WordIndexParts[],
  isKept: (id: number) => boolean,
): BuiltWordIndex {
  const { ids, numbers } = renumberMails(indexes, isKept)
  const inputs = indexes.map(({ ids, blocks }, at) => ({
    firstId: ids[0] ?? 0,
    numbers: numbers[at] ?? { byOld: new Int32Array(0), offset: null },
    blocks: blocks.values(),
    reader: null,
  }))
  // Sorted so that the mails of a term mostly come in their order.
  const sorted: Input[] = inputs.toSorted((one, other) => one.firstId - other.firstId)
  sorted.forEach(advance)
  const writer = createBlockWriter()
  for (;;) {
    const sources = withFirstTerm(sorted)
    const term = sources[0]?.reader.term
    if (!term) return { ids, ...endBlocks(writer) }
    if (copyOccurrences(writer, sources)) addTerm(writer, term.bytes, 0, term.length)
    for (const { input } of sources) advance(input)
  }
}

type Input = {
  blocks: Iterator<WordBlock>
  /** Stands at the next term; null when there is none. */
  reader: BlockReader | null
  numbers: NewNumbers
}

function advance(input: Input): void {
  while (input.reader === null || !nextTerm(input.reader)) {
    const { value, done } = input.blocks.next()
    input.reader = done ? null : readBlock(unpackPart(value.postings), unpackPart(value.places))
    if (done) return
  }
}

/** Returns the inputs that stand at the first of all terms. */
function withFirstTerm(inputs: Input[]): (Source & { input: Input })[] {
  let sources: (Source & { input: Input })[] = []
  for (const input of inputs) {
    const { reader, numbers } = input
    if (reader === null) continue
    const first = sources[0]?.reader
    const order = first ? compare(reader.term, first.term) : -1
    if (order < 0) sources = []
    if (order <= 0) sources.push({ input, reader, numbers })
  }
  return sources
}

function compare(one: ByteWriter, other: ByteWriter): number {
  const most = Math.min(one.length, other.length)
  for (let at = 0; at < most; at++) {
    const difference = (one.bytes[at] ?? 0) - (other.bytes[at] ?? 0)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}
