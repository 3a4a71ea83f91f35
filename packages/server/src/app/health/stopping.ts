/**
 * Stops parts that need not wait for each other, and waits for all of them, also when one fails.
 * Rejects with all failures.
 */
export async function stopTogether(...stops: (() => unknown)[]): Promise<void> {
  const outcomes = await Promise.allSettled(stops.map(async (stop) => stop()))
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
  if (failures.length === 0) return
  const reasons = failures.map(({ reason }) => reason as unknown)
  throw new AggregateError(reasons, 'Not everything stopped as it should')
}
