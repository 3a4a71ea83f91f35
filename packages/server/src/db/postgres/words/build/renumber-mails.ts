/** The numbers that the mails of an index get in the index that it is merged into. */
export type NewNumbers = {
  /** New numbers by the old ones; -1 for a mail that is left out. */
  byOld: Int32Array
  /** What is added to each number, where all mails stay and are next to each other; else null. */
  offset: number | null
}

/** The ids of all mails that are kept, and their numbers. Of indexes with the same mail the last one keeps it. */
export function renumberMails(
  indexes: { ids: number[] }[],
  isKept: (id: number) => boolean,
): { ids: number[]; numbers: NewNumbers[] } {
  const lastIndex = new Map<number, number>()
  indexes.forEach(({ ids }, index) => {
    for (const id of ids) lastIndex.set(id, index)
  })
  const ids = Float64Array.from([...lastIndex.keys()].filter((id) => isKept(id))).toSorted()
  const numberOf = new Map<number, number>()
  ids.forEach((id, number) => numberOf.set(id, number))
  const numbers = indexes.map(({ ids }, index) => {
    const byOld = Int32Array.from(ids, (id) =>
      lastIndex.get(id) === index ? (numberOf.get(id) ?? -1) : -1,
    )
    return { byOld, offset: offsetOf(byOld) }
  })
  return { ids: [...ids], numbers }
}

function offsetOf(byOld: Int32Array): number | null {
  const first = byOld[0] ?? -1
  const isMoved = first >= 0 && byOld.every((number, old) => number === first + old)
  return isMoved ? first : null
}
