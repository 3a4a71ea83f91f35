import { add, createBitSet, type BitSet } from './bit-set.ts'
import { nextTerm, readBlock, type BlockReader } from './block-reader.ts'
import { createByteReader, damaged, readVarint } from './byte-reader.ts'
import type { Directory } from './directory.ts'
import { unpackPart } from './packed-part.ts'
import {
  blocksOfStretch,
  compareToStretch,
  hasPieces,
  markOf,
  type TermStretch,
} from './term-stretch.ts'

/** Blocks by their number, packed as they are stored; places are null where no words are next to each other. */
export type FetchedBlocks = ReadonlyMap<number, { postings: Uint8Array; places: Uint8Array | null }>

/** A term with the part of a block that has its postings, and that which has its places; without places this is empty. */
export type FoundTerm = { mark: string; postings: Part; places: Part }

type Part = { bytes: Uint8Array; from: number; end: number }

export type TermFinder = {
  /** How many the index has. */
  mails: number
  terms: (stretch: TermStretch, withPlaces: boolean) => FoundTerm[]
}

/** Of one index. Each block is unpacked once. */
export function createTermFinder(directory: Directory, blocks: FetchedBlocks): TermFinder {
  const unpacked = new Map<Uint8Array, Uint8Array>()
  function unpackedOnce(packed: Uint8Array): Uint8Array {
    const bytes = unpacked.get(packed) ?? unpackPart(packed)
    unpacked.set(packed, bytes)
    return bytes
  }
  return {
    mails: directory.ids.length,
    terms(stretch, withPlaces) {
      const found: FoundTerm[] = []
      const { from, end } = blocksOfStretch(directory.firstTerms, stretch)
      for (let number = from; number < end; number++) {
        const block = blocks.get(number)
        if (!block || (withPlaces && !block.places)) {
          throw new Error(`Block ${number} was not fetched`)
        }
        const places = withPlaces && block.places ? unpackedOnce(block.places) : null
        addTerms(found, stretch, readBlock(unpackedOnce(block.postings), places))
      }
      return found
    },
  }
}

function addTerms(found: FoundTerm[], stretch: TermStretch, reader: BlockReader): void {
  while (nextTerm(reader)) {
    const { term, postings, places } = reader
    const order = compareToStretch(term.bytes, term.length, stretch)
    if (order > 0) return
    if (order < 0 || !hasPieces(term.bytes, term.length, stretch)) continue
    found.push({
      mark: markOf(term.bytes, term.length),
      postings: { bytes: postings, from: reader.postingsFrom, end: reader.postingsEnd },
      places: { bytes: places, from: reader.placesFrom, end: reader.placesEnd },
    })
  }
}

/** Those of the `mails` of an index that have one of the terms. */
export function mailsOf(terms: FoundTerm[], mails: number): BitSet {
  const found = createBitSet(mails)
  for (const { postings } of terms) {
    const reader = createByteReader(postings.bytes, postings.from, postings.end)
    for (let mail = -1; reader.at < reader.end;) {
      mail += readVarint(reader) + 1
      if (mail >= mails) throw damaged('a mail has too large a number')
      add(found, mail)
    }
  }
  return found
}
