/**
 * Counts attempts in this process: at most `limit` for a key within a window that starts with its
 * first one. The number of keys is bounded; beyond it the oldest are forgotten, since refusing
 * everybody would do an attacker's work.
 */
export type Attempts = {
  /** Seconds to wait when the key has used up its attempts; null, and one less, when it may go on. */
  take(key: string): number | null
  forget(key: string): void
}

type AttemptsOptions = { limit: number; windowMs: number; now: () => number; maxKeys?: number }

export function createAttempts({
  limit,
  windowMs,
  now,
  maxKeys = 50_000,
}: AttemptsOptions): Attempts {
  const windows = new Map<string, { until: number; used: number }>()
  return {
    take(key) {
      let window = windows.get(key)
      if (!window || now() >= window.until) {
        windows.delete(key)
        window = { until: now() + windowMs, used: 0 }
        windows.set(key, window)
        const [oldest] = windows.keys()
        if (windows.size > maxKeys && oldest !== undefined) windows.delete(oldest)
      }
      if (window.used >= limit) return Math.ceil((window.until - now()) / 1000)
      window.used += 1
      return null
    },
    forget: (key) => void windows.delete(key),
  }
}
