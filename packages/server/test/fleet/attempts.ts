/** One try of a client, in milliseconds of a monotonic clock. */
export type Attempt = { by: string; began: number; ended: number; outcome: string }

/** Longer than a client that nothing keeps waits for its answer. */
const slowMs = 5_000

export const isBad = ({ outcome, began, ended }: Attempt) =>
  outcome !== 'ok' || ended - began > slowMs

/** For how long each new attempt failed: from the first of a row of failures to the next that did not. */
export function longestRefusal(attempts: Attempt[]): number {
  let longest = 0
  let since: number | null = null
  for (const { began, outcome } of attempts.toSorted((a, b) => a.began - b.began)) {
    if (outcome !== 'ok') since ??= began
    if (since !== null) longest = Math.max(longest, began - since)
    if (outcome === 'ok') since = null
  }
  return longest
}

export const longestWait = (attempts: Attempt[]) =>
  Math.max(0, ...attempts.map(({ began, ended }) => ended - began))

/** When the last attempt ended that failed or was slow; `from` if none did. */
export const lastTrouble = (attempts: Attempt[], from: number) =>
  Math.max(from, ...attempts.filter(isBad).map(({ ended }) => ended))

/** `451 12 times, closed once`; empty when nothing failed. */
export function failureText(attempts: Attempt[]): string {
  const failures = attempts.filter(({ outcome }) => outcome !== 'ok')
  const counts = Map.groupBy(failures, ({ outcome }) => outcome)
  return [...counts].map(([outcome, { length }]) => `${outcome} ${length}x`).join(', ')
}
