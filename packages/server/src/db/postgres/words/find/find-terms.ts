import { add, createBitSet, hasAny, remove } from './bit-set.ts'
import { nextTerm, readBlock, type BlockReader } from '../format/block-reader.ts'
import { createByteReader, damaged, readVarint } from '../format/byte-reader.ts'
import { compareToRange, hasPieces, markAt, type TermRange } from './term-range.ts'

/** A block that was unpacked. Places are null where words need not be next to each other. */
export type OpenBlock = { postings: Uint8Array; places: Uint8Array | null }

/** Work that can be left alone for a while after each step of some milliseconds. */
export type Steps = Generator<undefined, void>

/**
 * Calls `visit` for each term of the range that the block has. A range may have a million terms: nothing is kept of
 * each.
 */
export function* eachTerm(
  { postings, places }: OpenBlock,
  range: TermRange,
  visit: (reader: BlockReader) => Steps | void,
): Steps {
  const reader = readBlock(postings, places)
  while (nextTerm(reader)) {
    const { term } = reader
    const order = compareToRange(term.bytes, term.length, range)
    if (order > 0) return
    if (order !== 0 || !hasPieces(term.bytes, term.length, range)) continue
    const steps = visit(reader)
    if (steps) yield* steps
  }
}

/** Finds the mails that have one of the terms of a range in one of the fields. The blocks come one by one. */
export function createTermSearch(range: TermRange, marks: readonly number[], mails: number) {
  const found = createBitSet(mails)
  const open = createBitSet(mails).fill(-1)
  return {
    found,
    /** Whether no other block can change what is found. */
    hasAll: () => !hasAny(open, mails),
    *add(block: OpenBlock): Steps {
      const numbers = createByteReader(block.postings)
      yield* eachTerm(block, range, ({ term, postingsFrom, postingsEnd }) => {
        if (!marks.includes(markAt(term.bytes, term.length))) return
        numbers.at = postingsFrom
        numbers.end = postingsEnd
        for (let mail = -1; numbers.at < numbers.end;) {
          mail += readVarint(numbers) + 1
          if (mail >= mails) throw damaged('a mail has too large a number')
          add(found, mail)
          remove(open, mail)
        }
      })
    },
  }
}
