import type { TermTable } from './term-table.ts'

/**
 * The numbers of the terms in their byte order. Terms are compared by some bytes at once, as numbers that the
 * typed array sorts itself: many times as fast as a function that compares two terms.
 */
export function sortTerms(table: TermTable): Int32Array {
  const order = new Int32Array(table.count)
  for (let number = 0; number < order.length; number++) order[number] = number
  const groups: Group[] = [{ from: 0, end: table.count, depth: 0 }]
  for (let group = groups.pop(); group; group = groups.pop()) {
    if (group.end - group.from <= few) insertionSort(table, order, group)
    else sortByNextBytes(table, order, group, groups)
  }
  return order
}

/** Terms that have the same first `depth` bytes. */
type Group = { from: number; end: number; depth: number }

const few = 12

/** A key has some bytes of a term, and the term's place in its group: of a whole number's 53 bits, each byte takes a little more than 8. */
function keysOf(size: number): { bytes: number; places: number } {
  if (size <= 2 ** 12) return { bytes: 5, places: 2 ** 12 }
  return size <= 2 ** 20 ? { bytes: 4, places: 2 ** 20 } : { bytes: 3, places: 2 ** 28 }
}

/** What then still has equals becomes a group. */
function sortByNextBytes(table: TermTable, order: Int32Array, group: Group, groups: Group[]): void {
  const { from, end, depth } = group
  const { bytes, places } = keysOf(end - from)
  const keys = new Float64Array(end - from)
  for (let at = from; at < end; at++) {
    keys[at - from] = nextBytes(table, order[at] ?? 0, depth, bytes) * places + (at - from)
  }
  keys.sort()
  const before = order.slice(from, end)
  let first = from
  let last = -1
  for (let at = from; at < end; at++) {
    const key = keys[at - from] ?? 0
    const prefix = Math.floor(key / places)
    if (prefix !== last) {
      if (at - first > 1) groups.push({ from: first, end: at, depth: depth + bytes })
      first = at
      last = prefix
    }
    order[at] = before[key - prefix * places] ?? 0
  }
  if (end - first > 1) groups.push({ from: first, end, depth: depth + bytes })
}

function nextBytes({ texts, starts }: TermTable, number: number, depth: number, count: number) {
  const end = starts.values[number + 1] ?? 0
  const from = (starts.values[number] ?? 0) + depth
  let value = 0
  for (let at = from; at < from + count; at++) {
    value = value * 257 + (at < end ? (texts.bytes[at] ?? 0) + 1 : 0)
  }
  return value
}

function insertionSort(table: TermTable, order: Int32Array, { from, end, depth }: Group): void {
  for (let at = from + 1; at < end; at++) {
    const number = order[at] ?? 0
    let to = at
    for (; to > from && comesBefore(table, number, order[to - 1] ?? 0, depth); to--) {
      order[to] = order[to - 1] ?? 0
    }
    order[to] = number
  }
}

function comesBefore({ texts, starts }: TermTable, one: number, other: number, depth: number) {
  const { bytes } = texts
  const oneEnd = starts.values[one + 1] ?? 0
  const otherEnd = starts.values[other + 1] ?? 0
  let at = (starts.values[one] ?? 0) + depth
  let otherAt = (starts.values[other] ?? 0) + depth
  for (; at < oneEnd && otherAt < otherEnd; at++, otherAt++) {
    const difference = (bytes[at] ?? 0) - (bytes[otherAt] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return otherAt < otherEnd
}
