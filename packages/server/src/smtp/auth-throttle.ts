import { createGuessLane } from './guess-lane.ts'
import { createRecentLogins } from './recent-logins.ts'

/** Who tries to log in with what. */
export type LoginAttempt = {
  /** As `clientGroup` has it. */
  client: string
  /**
   * A digest of what is tried. The same wrong one counts once, since an app that keeps sending the
   * password from before it was changed guesses nothing.
   */
  guess: string
  /** Whether somebody still waits for the answer. */
  isWanted: () => boolean
}

export type Checked<T> = {
  /** Null when the guess is wrong. */
  account: T | null
  /** Whether so many were wrong from there that the client is to be hung up on. */
  isPastLimit: boolean
}

export type AuthThrottleOptions = {
  now: () => number
  /** Wrong guesses an hour and client that are checked at once; those beyond wait for their turn. */
  limit: number
  gapMs: number
  pause: (ms: number) => Promise<unknown>
  /** Adds to what all processes counted of clients; returns the sums, and how long they hold. */
  share?: (
    added: { key: string; count: number }[],
  ) => Promise<{ key: string; count: number; endsInMs: number }[]>
  onShareFailed?: (error: unknown) => void
  onLimit?: (client: string) => void
}

type Window = { until: number; failures: number; unshared: number; guesses: Set<string> }

const windowMs = 60 * 60 * 1_000
const maxClients = 5_000
const shareEveryMs = 500

/**
 * Bounds what guessing costs, and refuses no login unchecked: a password of 130 random bits is not
 * guessed at any pace, while a lock is for anybody to turn who can reach the port. Past its limit a
 * client waits for its turn among all that guess. What was right from there lately waits for nothing.
 */
export function createAuthThrottle(options: AuthThrottleOptions) {
  const { now, limit, pause, share, onShareFailed = () => {}, onLimit = () => {} } = options
  const lane = createGuessLane(options)
  const recent = createRecentLogins(now)
  /** The oldest are forgotten beyond `maxClients`, which lets only those guess quickly once more. */
  const windows = new Map<string, Window>()
  const underWay = new Map<string, { checks: number; wake: (() => void)[] }>()
  let sharing: Promise<void> | null = null
  let writing: Promise<void> | null = null
  let hasStopped = false

  const failuresOf = (client: string) => windowOf(client)?.failures ?? 0

  function windowOf(client: string): Window | undefined {
    const window = windows.get(client)
    return window && now() < window.until ? window : undefined
  }

  function openWindow(client: string): Window {
    const window = { until: now() + windowMs, failures: 0, unshared: 0, guesses: new Set<string>() }
    windows.delete(client)
    windows.set(client, window)
    const [oldest] = windows.keys()
    if (windows.size > maxClients && oldest !== undefined) windows.delete(oldest)
    return window
  }

  function raise(client: string, window: Window, failures: number): void {
    const before = window.failures
    window.failures = Math.max(before, failures)
    if (before < limit && window.failures >= limit) onLimit(client)
  }

  function fail(client: string, guess: string): void {
    const window = windowOf(client) ?? openWindow(client)
    // Past the limit nothing is kept or written: a flood costs neither memory nor disk.
    if (window.failures >= limit || window.guesses.has(guess)) return
    window.guesses.add(guess)
    window.unshared += 1
    raise(client, window, window.failures + 1)
    if (share) sharing ??= shareSoon(share).finally(() => (sharing = null))
  }

  /** One write for all that fail within a moment. */
  async function shareSoon(write: NonNullable<typeof share>): Promise<void> {
    do {
      await pause(shareEveryMs)
      if (hasStopped) return
      writing = shareNow(write)
      await writing
    } while ([...windows.values()].some(({ unshared }) => unshared > 0))
  }

  async function shareNow(write: NonNullable<typeof share>): Promise<void> {
    const own = [...windows].filter(([, { unshared }]) => unshared > 0)
    const added = own.map(([key, { unshared }]) => ({ key, count: unshared }))
    for (const [, window] of own) window.unshared = 0
    try {
      for (const { key, count, endsInMs } of await write(added)) {
        const window = windowOf(key)
        if (!window) continue
        window.until = now() + endsInMs
        raise(key, window, count + window.unshared)
      }
    } catch (error) {
      // What could not be shared still counts here.
      onShareFailed(error)
    }
  }

  function begin(client: string): void {
    const found = underWay.get(client)
    if (found) found.checks += 1
    else underWay.set(client, { checks: 1, wake: [] })
  }

  function end(client: string): void {
    const found = underWay.get(client)
    if (!found) return
    found.checks -= 1
    if (found.checks === 0) underWay.delete(client)
    for (const wake of found.wake.splice(0)) wake()
  }

  return {
    /** Null when nobody waited for the answer any more. */
    async attempt<T extends { id: number }>(
      { client, guess, isWanted }: LoginAttempt,
      check: () => Promise<T | null>,
    ): Promise<Checked<T> | null> {
      const key = `${client} ${guess}`

      function settle(account: T | null, isPastLimit: boolean): Checked<T> {
        if (account) recent.add(key, account.id)
        else {
          recent.drop(key)
          fail(client, guess)
        }
        return { account, isPastLimit }
      }

      for (;;) {
        if (recent.has(key)) return settle(await check(), false)
        if (failuresOf(client) >= limit) {
          const checked = await lane.check({ client, isWanted }, check)
          return checked && settle(checked.result, checked.result === null)
        }
        const crowd = underWay.get(client)
        if (!crowd || failuresOf(client) + crowd.checks < limit) break
        // Checks under way count as if they failed, so that many at once are no more than one by one.
        await new Promise<void>((wake) => crowd.wake.push(wake))
      }
      begin(client)
      try {
        return settle(await check(), false)
      } finally {
        end(client)
      }
    },

    /** Resolves when what failed until now is shared. */
    async shared(): Promise<void> {
      await sharing
    },

    /** Shares no more; resolves when the write under way has ended. */
    async stop(): Promise<void> {
      hasStopped = true
      await writing
    },
  }
}
