/** Narrows to the largest group by the first key, and within it by the next. Of equal groups the first counts. */
export function largestBy<Item>(
  items: readonly Item[],
  ...keys: ((item: Item) => unknown)[]
): readonly Item[] {
  return keys.reduce<readonly Item[]>((left, key) => {
    const groups = [...Map.groupBy(left, key).values()]
    return groups.reduce((most, own) => (own.length > most.length ? own : most), [])
  }, items)
}
