/** How many guesses may fail for one key, such as an account's name or a client's address. */
export type ThrottleRule = { key: string; limit: number }

export type AuthThrottle = {
  /**
   * Runs `check` unless a key has used up its failures: then `null`. `guess` stands for what is
   * tried; the same wrong one counts once, since an app that keeps sending the password from before
   * it was changed guesses nothing, and must not shut out those that have the new one. Checks under
   * way count as if they failed, so that many at once get no more guesses than one after another;
   * those for which there is no room wait rather than fail, since an app that opens all its
   * connections at once is none that guesses.
   */
  attempt<T>(
    rules: ThrottleRule[],
    guess: string,
    check: () => Promise<Checked<T>>,
  ): Promise<T | null>
}

export type Checked<T> = { failed: boolean; result: T }

const windowMs = 60 * 60 * 1_000
const maxKeys = 20_000

type Busy = { underWay: number; wake: (() => void)[] }

/**
 * Failed attempts to authenticate, counted for an hour for each key. The number of keys is bounded;
 * beyond it the oldest are forgotten, since refusing everybody would do an attacker's work.
 */
export function createAuthThrottle(now: () => number): AuthThrottle {
  const windows = new Map<string, { until: number; guesses: Set<string> }>()
  const busy = new Map<string, Busy>()

  function failures(key: string): number {
    const window = windows.get(key)
    return window && now() < window.until ? window.guesses.size : 0
  }

  function fail(key: string, guess: string): void {
    if (failures(key) > 0) {
      windows.get(key)?.guesses.add(guess)
      return
    }
    windows.delete(key)
    windows.set(key, { until: now() + windowMs, guesses: new Set([guess]) })
    const [oldest] = windows.keys()
    if (windows.size > maxKeys && oldest !== undefined) windows.delete(oldest)
  }

  /** A key whose checks under way might use up its failures. */
  const full = (rules: ThrottleRule[]) =>
    rules
      .filter(({ key, limit }) => failures(key) + (busy.get(key)?.underWay ?? 0) >= limit)
      .map(({ key }) => busy.get(key))
      .find((found) => found !== undefined)

  function begin(key: string): void {
    const found = busy.get(key)
    if (found) found.underWay += 1
    else busy.set(key, { underWay: 1, wake: [] })
  }

  function end(key: string): void {
    const found = busy.get(key)
    if (!found) return
    found.underWay -= 1
    if (found.underWay === 0) busy.delete(key)
    for (const wake of found.wake.splice(0)) wake()
  }

  return {
    async attempt(rules, guess, check) {
      for (;;) {
        if (rules.some(({ key, limit }) => failures(key) >= limit)) return null
        const crowded = full(rules)
        if (!crowded) break
        // Each waits for its turn.
        await new Promise<void>((wake) => crowded.wake.push(wake))
      }
      for (const { key } of rules) begin(key)
      try {
        const { failed, result } = await check()
        if (failed) for (const { key } of rules) fail(key, guess)
        return result
      } finally {
        for (const { key } of rules) end(key)
      }
    },
  }
}
