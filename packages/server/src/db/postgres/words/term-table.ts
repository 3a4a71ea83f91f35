import { append, createIntList, type IntList } from './int-list.ts'
import { createByteWriter, writeBytes, type ByteWriter } from './byte-writer.ts'
import { slash } from './word-index-parts.ts'

/** Numbers the different terms of texts in the order in which they come. */
export type TermTable = {
  /** All terms, one behind the other. */
  texts: ByteWriter
  /** Where each begins in `texts`, and behind the last where that ends. */
  starts: IntList
  count: number
  /** Pairs of a term's number and one, or 0 where there is none, and its hash. */
  slots: Int32Array
  /** So that nobody can choose words that all have one hash. */
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
    slots: new Int32Array(2 * 4096),
    seed: random32(),
    multiplier: random32() | 1,
  }
}

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
    append(terms, at === from ? -1 : numberOf(table, text, from, at, mark, hash))
    at++
  }
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
  const { slots } = table
  const mask = slots.length / 2 - 1
  let slot = (hash ^ (hash >>> 15)) & mask
  for (; ; slot = (slot + 1) & mask) {
    const number = (slots[2 * slot] ?? 0) - 1
    if (number < 0) break
    if (slots[2 * slot + 1] === hash && isTerm(table, number, text, from, end, mark)) return number
  }
  slots[2 * slot] = table.count + 1
  slots[2 * slot + 1] = hash
  addText(table, text, from, end, mark)
  if (2 * table.count > mask) enlarge(table)
  return table.count++
}

function isTerm(
  { texts, starts }: TermTable,
  number: number,
  text: Uint8Array,
  from: number,
  end: number,
  mark: number,
): boolean {
  const { bytes } = texts
  const start = starts.values[number] ?? 0
  const length = (starts.values[number + 1] ?? 0) - start
  const wordLength = end - from
  if (length !== (mark === 0 ? wordLength : wordLength + 2)) return false
  for (let at = 0; at < wordLength; at++) if (bytes[start + at] !== text[from + at]) return false
  return (
    mark === 0 || (bytes[start + wordLength] === slash && bytes[start + wordLength + 1] === mark)
  )
}

function addText(table: TermTable, text: Uint8Array, from: number, end: number, mark: number) {
  writeBytes(table.texts, text, from, end)
  if (mark !== 0) writeBytes(table.texts, Uint8Array.of(slash, mark), 0, 2)
  append(table.starts, table.texts.length)
}

function enlarge(table: TermTable): void {
  const { slots } = table
  const larger = new Int32Array(2 * slots.length)
  const mask = slots.length - 1
  for (let at = 0; at < slots.length; at += 2) {
    const number = slots[at] ?? 0
    if (number === 0) continue
    const hash = slots[at + 1] ?? 0
    let slot = (hash ^ (hash >>> 15)) & mask
    while (larger[2 * slot] !== 0) slot = (slot + 1) & mask
    larger[2 * slot] = number
    larger[2 * slot + 1] = hash
  }
  table.slots = larger
}
