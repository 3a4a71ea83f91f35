/** The first items that fit into a sum of bytes, and at least one. */
export function asManyAsFit<Item>(
  items: readonly Item[],
  bytesOf: (item: Item) => number,
  mostBytes: number,
): Item[] {
  let bytes = 0
  return items.filter((item, index) => {
    bytes += bytesOf(item)
    return index === 0 || bytes <= mostBytes
  })
}
