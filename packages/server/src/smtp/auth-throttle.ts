/**
 * Failed attempts to authenticate, counted for a while for each key (an account name, an address).
 * The number of keys is bounded; beyond it the oldest are forgotten, since refusing everybody would
 * do an attacker's work.
 */
export type AuthThrottle = {
  allows(keys: string[]): boolean
  failed(keys: string[]): void
}

const windowMs = 60 * 60 * 1_000
const maxKeys = 20_000

export function createAuthThrottle(limit: number, now: () => number): AuthThrottle {
  const windows = new Map<string, { until: number; failures: number }>()

  function failures(key: string): number {
    const window = windows.get(key)
    return window && now() < window.until ? window.failures : 0
  }

  return {
    allows: (keys) => keys.every((key) => failures(key) < limit),
    failed(keys) {
      for (const key of keys) {
        const count = failures(key)
        const until = count > 0 ? (windows.get(key)?.until ?? 0) : now() + windowMs
        if (count === 0) windows.delete(key)
        windows.set(key, { until, failures: count + 1 })
        const [oldest] = windows.keys()
        if (windows.size > maxKeys && oldest !== undefined) windows.delete(oldest)
      }
    },
  }
}
