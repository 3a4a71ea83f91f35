/** How long ids may be kept: short, so that ids of several processes stay near the order of time. */
const keptMs = 200
/** Fewer than this are used in that time, so few are dropped. */
const fetchedForMs = 100
/** How many times the ids used since the last fetch are fetched. */
const mostTimes = 4

/**
 * Fetches ids for the next batches while this one is written: as many as it had, and under load as many as are used
 * in a tenth of a second, as asking for them costs as much as a small part of a batch. Ids that are not used in time are
 * dropped.
 */
export function createNextIds(
  fetch: (count: number) => Promise<number[]>,
  now = () => performance.now(),
) {
  let ahead = { ids: [] as number[], from: -Infinity, taken: 0 }
  /** Ends when the call or the fetch before it ends: ids grow from call to call. */
  let turn: Promise<unknown> = Promise.resolve()

  async function take(count: number): Promise<number[]> {
    const ids = now() < ahead.from + keptMs ? ahead.ids.splice(0, count) : []
    if (ids.length < count) ids.push(...(await fetch(count - ids.length)))
    ahead.taken += count
    return ids
  }

  async function fillUp(count: number): Promise<void> {
    const passedMs = now() - ahead.from
    if (passedMs < keptMs && ahead.ids.length >= count) return
    const usual = (ahead.taken * fetchedForMs) / Math.max(passedMs, fetchedForMs / mostTimes)
    // One that fails is noticed by the call that needs the ids.
    const ids = await fetch(Math.max(count, Math.floor(usual))).catch(() => [])
    ahead = { ids, from: now(), taken: 0 }
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
