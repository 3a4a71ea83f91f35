import { append, createIntList, reserve, type IntList } from './int-list.ts'
import { createByteWriter, writeBytes, type ByteWriter } from '../format/byte-writer.ts'
import { slash } from '../format/word-index-parts.ts'

/** Numbers the different terms of texts in the order in which they come. */
export type TermTable = {
  /** All terms, one behind the other. */
  texts: ByteWriter
  /** Where each begins in `texts`, and then the end of the last. */
  starts: IntList
  count: number
  /**
   * A slot holds a term's number and one, or 0 where there is none; its hash; where its text begins and how long it
   * is. The hash chooses the slot.
   */
  slots: Int32Array
  /** Random, so that no sender can choose words that all have one hash. */
  seed: number
  multiplier: number
}

export function createTermTable(): TermTable {
  const starts = createIntList()
  append(starts, 0)
  return {
    texts: createByteWriter(),
    starts,
    count: 0,
    slots: new Int32Array(slotSize * 4096),
    seed: random32(),
    multiplier: random32() | 1,
  }
}

const slotSize = 4
const random32 = () => Math.floor(Math.random() * 2 ** 32) | 0

const space = 0x20

/** Adds to `terms` the number of the term at each place of a text, or -1 where there is none: between two spaces. */
export function numberTerms(
  table: TermTable,
  text: Uint8Array,
  length: number,
  terms: IntList,
): void {
  const { seed, multiplier } = table
  reserve(terms, length)
  const { values } = terms
  let count = terms.length
  let at = text[0] === space ? 1 : 0
  while (at < length) {
    const isMarked = at + 1 < length && text[at + 1] === slash
    const mark = isMarked ? (text[at] ?? 0) : 0
    if (isMarked) at += 2
    const from = at
    let hash = seed ^ mark
    for (; at < length; at++) {
      const byte = text[at] ?? 0
      if (byte === space) break
      hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ byte, multiplier)
    }
    values[count++] = at === from ? -1 : numberOf(table, text, from, at, mark, hash)
    at++
  }
  terms.length = count
}

/** `mark`: of the field, in front of the slash in the text and behind it in the term; or 0. */
function numberOf(
  table: TermTable,
  text: Uint8Array,
  from: number,
  end: number,
  mark: number,
  hash: number,
): number {
  const { slots, texts } = table
  const mask = slots.length - slotSize
  const length = end - from + (mark === 0 ? 0 : 2)
  let slot = slotOf(hash, mask)
  for (; slots[slot] !== 0; slot = (slot + slotSize) & mask) {
    const isLikely = slots[slot + 1] === hash && slots[slot + 3] === length
    if (isLikely && isTerm(texts.bytes, slots[slot + 2] ?? 0, text, from, end, mark)) {
      return (slots[slot] ?? 0) - 1
    }
  }
  const number = table.count++
  slots[slot] = number + 1
  slots[slot + 1] = hash
  slots[slot + 2] = texts.length
  slots[slot + 3] = length
  addText(table, text, from, end, mark)
  if (2 * slotSize * table.count > slots.length) enlarge(table)
  return number
}

/** The slots of all hashes begin at multiples of their size. */
const slotOf = (hash: number, mask: number) => ((hash ^ (hash >>> 15)) * slotSize) & mask

function isTerm(
  terms: Uint8Array,
  start: number,
  text: Uint8Array,
  from: number,
  end: number,
  mark: number,
): boolean {
  let to = start
  for (let at = from; at < end; at++) if (terms[to++] !== text[at]) return false
  return mark === 0 || (terms[to] === slash && terms[to + 1] === mark)
}

function addText(table: TermTable, text: Uint8Array, from: number, end: number, mark: number) {
  writeBytes(table.texts, text, from, end)
  if (mark !== 0) writeBytes(table.texts, Uint8Array.of(slash, mark), 0, 2)
  append(table.starts, table.texts.length)
}

function enlarge(table: TermTable): void {
  const { slots } = table
  const larger = new Int32Array(2 * slots.length)
  const mask = larger.length - slotSize
  for (let at = 0; at < slots.length; at += slotSize) {
    if (slots[at] === 0) continue
    let slot = slotOf(slots[at + 1] ?? 0, mask)
    while (larger[slot] !== 0) slot = (slot + slotSize) & mask
    for (let part = 0; part < slotSize; part++) larger[slot + part] = slots[at + part] ?? 0
  }
  table.slots = larger
}
