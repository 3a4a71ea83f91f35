/**
 * Divides items, in their order, into groups of at most this cost and this many items. An item that costs more is
 * alone. The costs are asked one item ahead of the groups.
 */
export function* inGroups<Item>(
  items: Iterable<Item>,
  most: { cost: number; items?: number },
  costOf: (item: Item) => number,
): Generator<Item[]> {
  let group: Item[] = []
  let sum = 0
  for (const item of items) {
    const cost = costOf(item)
    if (group.length > 0 && (sum + cost > most.cost || group.length === most.items)) {
      yield group
      group = []
      sum = 0
    }
    group.push(item)
    sum += cost
  }
  if (group.length > 0) yield group
}

/** The first items that fit into a sum of bytes, and at least one. */
export function asManyAsFit<Item>(
  items: readonly Item[],
  bytesOf: (item: Item) => number,
  mostBytes: number,
): Item[] {
  const [first = []] = inGroups(items, { cost: mostBytes }, bytesOf)
  return first
}
