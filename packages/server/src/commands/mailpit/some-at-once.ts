/** So few that their memory is bounded, and enough that none waits for the answer to the one before. */
const atOnce = 4

/** Works on each, the first of them first, and on a few at a time. */
export async function someAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const workers = Array.from({ length: atOnce }, async () => {
    for (const item of left) await work(item)
  })
  await Promise.all(workers)
}
