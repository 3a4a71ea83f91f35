import type { Tally } from '../../attempts/attempts.ts'
import { keepNewest } from '../../lib/shares/newest-kept.ts'
import { createGuessLane } from './guess-lane.ts'
import { createRecentLogins } from './recent-logins.ts'
export type LoginAttempt = {
  /** The result of `clientGroup`. */
  client: string
  /**
   * A digest of the credentials. The same wrong ones count once, since an app that keeps sending an
   * old password is not guessing.
   */
  guess: string
  /** What is remembered of a right one: the same each time that it logs in. */
  login?: string
  /** Whether the client still waits for the answer. */
  isWanted: () => boolean
}

export type Checked<T> = {
  /** Null when the guess is wrong. */
  account: T | null
  /** Whether the client has guessed wrong so often that its connection must end. */
  isPastLimit: boolean
}

export type AuthThrottleOptions = {
  now: () => number
  /** Wrong guesses per hour and client that are checked at once; further ones wait for their turn. */
  limit: number
  gapMs: number
  pause: (ms: number) => Promise<unknown>
  /** Adds to the counts of all processes; returns the sums for the clients, and how long they are valid. */
  share?: Tally
  onShareFailed?: (error: unknown) => void
  onLimit?: (client: string) => void
}

type Window = { until: number; failures: number; unshared: number; guesses: Set<string> }

const windowMs = 60 * 60 * 1_000
const maxClients = 5_000
const shareEveryMs = 500

export type AuthThrottle = ReturnType<typeof createAuthThrottle>

/**
 * Bounds the cost of guessing, and refuses no login unchecked. A password of 130 random bits cannot be guessed at any
 * speed, but anybody who reaches the port could abuse a lockout. Past its limit a client waits for its turn among all
 * clients that guess. A client that recently logged in from there does not wait.
 */
export function createAuthThrottle(options: AuthThrottleOptions) {
  const { now, limit, pause, share, onShareFailed = () => {}, onLimit = () => {} } = options
  const lane = createGuessLane(options)
  const recent = createRecentLogins(now)
  /** Beyond `maxClients` the oldest clients are forgotten; only these may guess quickly again. */
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
    keepNewest(windows, client, window, maxClients)
    return window
  }

  function raise(client: string, window: Window, failures: number): void {
    const before = window.failures
    window.failures = Math.max(before, failures)
    if (before < limit && window.failures >= limit) onLimit(client)
  }

  function fail(client: string, guess: string): void {
    const window = windowOf(client) ?? openWindow(client)
    // Nothing is stored past the limit: a flood costs neither memory nor disk.
    if (window.failures >= limit || window.guesses.has(guess)) return
    window.guesses.add(guess)
    window.unshared += 1
    raise(client, window, window.failures + 1)
    if (share) sharing ??= shareSoon(share).finally(() => (sharing = null))
  }

  /** One write shares all failures of a moment. */
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
      // Counts that could not be shared still count in this process.
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
    /** Null when the client no longer waited for the answer. */
    async attempt<T extends { id: number }>(
      { client, guess, login = guess, isWanted }: LoginAttempt,
      check: () => Promise<T | null>,
    ): Promise<Checked<T> | null> {
      const key = `${client} ${login}`

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
        // Running checks count as failed, so that parallel guesses gain nothing.
        await new Promise<void>((wake) => crowd.wake.push(wake))
      }
      begin(client)
      try {
        return settle(await check(), false)
      } finally {
        end(client)
      }
    },

    /** Resolves when the failures so far are shared. */
    async shared(): Promise<void> {
      await sharing
    },

    /** Stops sharing; resolves when the write under way has ended. */
    async stop(): Promise<void> {
      hasStopped = true
      await writing
    },
  }
}
