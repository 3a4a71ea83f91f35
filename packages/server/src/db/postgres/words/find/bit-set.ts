/** A set of the mails of an index, by their numbers in it. */
export type BitSet = Uint32Array

export const createBitSet = (size: number): BitSet => new Uint32Array((size + 31) >>> 5)

export const has = (set: BitSet, at: number): boolean =>
  ((set[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0

export function add(set: BitSet, at: number): void {
  set[at >>> 5] = (set[at >>> 5] ?? 0) | (1 << (at & 31))
}

export function remove(set: BitSet, at: number): void {
  set[at >>> 5] = (set[at >>> 5] ?? 0) & ~(1 << (at & 31))
}

export function keepCommon(set: BitSet, other: BitSet): void {
  for (let at = 0; at < set.length; at++) set[at] = (set[at] ?? 0) & (other[at] ?? 0)
}

export function addAll(set: BitSet, other: BitSet): void {
  for (let at = 0; at < set.length; at++) set[at] = (set[at] ?? 0) | (other[at] ?? 0)
}

/** The last bits, of no mail, become set as well. */
export function invert(set: BitSet): void {
  for (let at = 0; at < set.length; at++) set[at] = ~(set[at] ?? 0)
}

/** Whether one of the first `size` is in it. */
export function hasAny(set: BitSet, size: number): boolean {
  const whole = size >>> 5
  for (let at = 0; at < whole; at++) if (set[at] !== 0) return true
  return (size & 31) !== 0 && ((set[whole] ?? 0) & ((1 << (size & 31)) - 1)) !== 0
}
