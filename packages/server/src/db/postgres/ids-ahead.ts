/** How long ids may be kept: so that ids of several processes stay near the order of time. */
const keptMs = 200

/**
 * Fetches ids for the next batch while this one is written, as many as it had. Ids that are not used in
 * time are dropped.
 */
export function createIdsAhead(
  fetch: (count: number) => Promise<number[]>,
  now = () => performance.now(),
) {
  let ahead = { ids: [] as number[], until: 0 }
  /** Of the call or of the fetching before: ids grow from call to call. */
  let turn: Promise<unknown> = Promise.resolve()

  async function take(count: number): Promise<number[]> {
    const ids = now() < ahead.until ? ahead.ids.splice(0, count) : []
    if (ids.length < count) ids.push(...(await fetch(count - ids.length)))
    return ids
  }

  async function fillUp(count: number): Promise<void> {
    if (now() < ahead.until && ahead.ids.length >= count) return
    // One that fails is noticed by the call that needs the ids.
    const ids = await fetch(count).catch(() => [])
    ahead = { ids, until: now() + keptMs }
  }

  return (count: number): Promise<number[]> => {
    const taken = turn.then(() => take(count))
    turn = taken.then(
      () => fillUp(count),
      () => {},
    )
    return taken
  }
}
