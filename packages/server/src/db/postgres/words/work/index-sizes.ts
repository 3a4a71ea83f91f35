// How large word indexes are, and which of them become one. Pure.

/** What some words have: mails, and bytes of their texts. */
export type Size = { mails: number; bytes: number }
/** New words are in rows. */
export type NewSize = Size & { rows: number }
/** An index has different terms too. */
export type IndexSize = Size & { terms: number }

const mebibyte = 1024 * 1024

/** Fewer new mails are compared one by one. */
const leastNew: Size = { mails: 256, bytes: 2 * mebibyte }
/**
 * The most new mail of one index. Crafted mail, with no word twice, takes twenty times its bytes of memory meanwhile.
 */
export const mostNew: Size = { mails: 4_096, bytes: 4 * mebibyte }

/** The most rows of new words of a team. More of them become few. */
export const mostRows = 32

/**
 * The largest index. A search of a common word reads all that its mails have of it, and a search of the beginning of
 * a word all terms that begin so: crafted mail has no word twice. New mail of one index has at most twice as many.
 */
const largest: IndexSize = { mails: 16_384, bytes: 48 * mebibyte, terms: 500_000 }

/** An index of a half of the largest stays as it is. */
const finalPart = 1 / 2
/** Smaller ones are merged among themselves first, so that each mail is written three times in all. */
const smallPart = 1 / 16
const mostAtOnce = 8
/** Fewer are merged where they make one of this part. */
const nearlyLargest = 15 / 16

export const isEnough = ({ mails, bytes }: Size): boolean =>
  mails >= leastNew.mails || bytes >= leastNew.bytes

/** Indexes have many terms in common: together they have fewer than this says. */
const partOf = ({ mails, bytes, terms }: IndexSize) =>
  Math.max(mails / largest.mails, bytes / largest.bytes, terms / largest.terms)

/** Whether an index will not be merged with others. */
export const isFinal = (size: IndexSize): boolean => partOf(size) >= finalPart
/** What `isFinal` compares with. */
export const leastFinal: IndexSize = {
  mails: largest.mails * finalPart,
  bytes: largest.bytes * finalPart,
  terms: largest.terms * finalPart,
}

/**
 * Returns which of a team's indexes in one range become one now; they are next to each other, and none while they are
 * few. They are given in the order of their mails.
 */
export function toMerge<Index extends IndexSize>(indexes: readonly Index[]): Index[] {
  const left = indexes.filter((index) => !isFinal(index))
  const [small, large] = [
    left.filter((index) => partOf(index) < smallPart),
    left.filter((index) => partOf(index) >= smallPart),
  ]
  return firstGroup(small) ?? firstGroup(large) ?? []
}

/** The first that fit into one, where they are enough. */
function firstGroup<Index extends IndexSize>(indexes: readonly Index[]): Index[] | null {
  let group: Index[] = []
  let part = 0
  for (const index of indexes) {
    const fits = part + partOf(index) <= 1
    if (!fits && group.length > 1) return group
    group = fits ? [...group, index] : [index]
    part = fits ? part + partOf(index) : partOf(index)
    if (group.length === mostAtOnce || (group.length > 1 && part >= nearlyLargest)) return group
  }
  return null
}
