/** As `Promise.all` over `items`, with at most `most` of them under way; the first failure ends it. */
export async function fewAtOnce<Item, Result>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  let failed = false
  async function goOn(): Promise<void> {
    for (const [index, item] of waiting) {
      if (failed) return
      results[index] = await work(item)
    }
  }
  const fail = (error: unknown) => {
    failed = true
    throw error
  }
  await Promise.all(Array.from({ length: most }, () => goOn().catch(fail)))
  return results
}
