import { unavailable } from '../../errors.ts'
import { servedClient, type ServedClient } from './served-client.ts'
import { createFairOrder, type FairOrder } from './fair-order.ts'

/**
 * Divides one scarce resource (threads, bytes of memory, slots) among clients. Requests wait in turn:
 * users take turns, then the teams of a user, then the connections of a team, so that neither many requests nor many
 * connections nor many teams get anybody more than the next user. What waits is bounded and ends when its client hangs
 * up. A share that moves too slowly can be taken back while others wait.
 */
export type FairShares = ReturnType<typeof createFairShares>

export type Share = {
  /** Aborts when the share was taken back; its owner then releases it. */
  readonly signal: AbortSignal
  /** Counts what has passed to or from the client, for `leastPace`. */
  moved(amount: number): void
  /** While the server itself is at work, its client is not slow, and the share is not taken back. */
  busy(isBusy: boolean): void
  /** Holds less from now on. */
  shrink(size: number): void
  /** Harmless when repeated. */
  release(): void
}

export type ShareRules = {
  /** Units there are in all, and for one user. */
  total: number
  perUser: number
  /** Requests that may wait, in all and of one user. */
  waiting: number
  waitingPerUser: number
  waitMs: number
  /**
   * Set for shares that last as long as their client takes. Room is taken back from a client that moved less than
   * `perSecond` for `graceMs`, or is older than `turnMs`, when another user waits for it, or another team of the same
   * user.
   */
  pace?: { perSecond: number; graceMs: number; turnMs: number }
}

export type ShareStats = {
  held: number
  waiting: number
  granted: number
  refused: number
  takenBack: number
}

type User = { name: string; held: number; waiting: FairOrder<Request> }
type Request = {
  user: User
  /** The team and the connection. */
  path: readonly [string, object]
  size: number
  grant(): void
  refuse(): void
}
type Held = {
  user: User
  team: string
  size: number
  busy: boolean
  grantedAt: number
  /** What has moved since, and whether it was slow before that. */
  window: { since: number; moved: number; wasSlow: boolean }
  end: AbortController
}

export function createFairShares(rules: ShareRules) {
  const { total, perUser, waitMs, pace } = rules
  const users = new Map<string, User>()
  const turns = new Set<User>()
  const shares = new Set<Held>()
  const stats: ShareStats = { held: 0, waiting: 0, granted: 0, refused: 0, takenBack: 0 }
  let slowCheck: NodeJS.Timeout | undefined

  /** A user has no more than half of what others leave, so that there is room for the next one. */
  const fits = ({ user, size }: Request) =>
    user.held === 0 || user.held + size <= Math.min(perUser, (total - stats.held + user.held) / 2)
  const hasRoom = (size: number) => stats.held === 0 || stats.held + size <= total

  function userOf(name: string): User {
    const user = users.get(name) ?? { name, held: 0, waiting: createFairOrder() }
    users.set(name, user)
    return user
  }

  function forgetIfIdle(user: User): void {
    if (user.held === 0 && user.waiting.size() === 0) users.delete(user.name)
  }

  function enqueue(request: Request): void {
    const { user, path } = request
    user.waiting.add(path, request)
    stats.waiting += 1
    turns.add(user)
  }

  /** What was served goes last: the connection among its team's, the team among its user's, the user among all. */
  function dequeue(request: Request, wasServed: boolean): void {
    const { user, path } = request
    user.waiting.remove(path, request, wasServed)
    stats.waiting -= 1
    const isOver = user.waiting.size() === 0
    if (isOver || wasServed) turns.delete(user)
    if (!isOver) turns.add(user)
    forgetIfIdle(user)
  }

  /** The request whose turn it is. Requests that wait for shares of their own user are passed over. */
  function nextRequest(): Request | undefined {
    for (const user of turns) {
      const request = user.waiting.first()
      if (request && fits(request)) return request
    }
    return undefined
  }

  function grantAll(): void {
    let next = nextRequest()
    for (; next && hasRoom(next.size); next = nextRequest()) {
      dequeue(next, true)
      next.grant()
    }
    // Later requests do not pass it, or large requests would never have room.
    if (next) takeBackSlow(next.user)
    lookForSlow()
  }

  function hold({ user, path: [team], size }: Request): Share {
    const end = new AbortController()
    const at = performance.now()
    const window = { since: at, moved: 0, wasSlow: false }
    const held: Held = { user, team, size, busy: false, grantedAt: at, window, end }
    users.set(user.name, user)
    shares.add(held)
    user.held += size
    stats.held += size
    stats.granted += 1
    return {
      signal: end.signal,
      moved: (amount) => note(held, amount),
      busy(isBusy) {
        if (held.busy && !isBusy) {
          held.window = { since: performance.now(), moved: 0, wasSlow: false }
        }
        held.busy = isBusy
      },
      shrink(smaller) {
        if (!shares.has(held) || smaller >= held.size) return
        user.held -= held.size - smaller
        stats.held -= held.size - smaller
        held.size = smaller
        grantAll()
      },
      release() {
        if (!shares.delete(held)) return
        user.held -= held.size
        stats.held -= held.size
        forgetIfIdle(user)
        // Who came while it was held goes first.
        if (turns.delete(user)) turns.add(user)
        grantAll()
      },
    }
  }

  function note({ window }: Held, amount: number): void {
    const now = performance.now()
    if (pace && now - window.since >= pace.graceMs) {
      window.wasSlow = window.moved < leastOf(now - window.since)
      window.since = now
      window.moved = 0
    }
    window.moved += amount
  }

  const leastOf = (ms: number) => ((pace?.perSecond ?? 0) * ms) / 1_000

  function isSlow({ busy, grantedAt, window }: Held, now: number): boolean {
    if (!pace || busy) return false
    if (now - grantedAt >= pace.turnMs) return true
    const lastsMs = now - window.since
    const isKnown = window.wasSlow || lastsMs >= pace.graceMs
    return isKnown && window.moved < leastOf(lastsMs)
  }

  /**
   * Takes back slow shares: of all other users, for a user who has no room; and of any user, for another team of
   * theirs that waits.
   */
  function takeBackSlow(waiting?: User): void {
    const now = performance.now()
    for (const share of shares) {
      const { user, team, end } = share
      const isInTheWay = (waiting !== undefined && user !== waiting) || user.waiting.hasOther(team)
      if (!isInTheWay || end.signal.aborted || !isSlow(share, now)) continue
      stats.takenBack += 1
      end.abort()
    }
  }

  /** Looks repeatedly for as long as a request waits. */
  function lookForSlow(): void {
    if (!pace || slowCheck || stats.waiting === 0) return
    slowCheck = setTimeout(() => {
      slowCheck = undefined
      takeBackSlow()
      grantAll()
    }, pace.graceMs / 5).unref()
  }

  function tooMany(): Error {
    stats.refused += 1
    return unavailable({ retryAfter: 5 })
  }

  /** True when there is a place in the queue: the user who has most there makes room. */
  function hasPlace(user: User): boolean {
    if (user.waiting.size() >= rules.waitingPerUser) return false
    if (stats.waiting < rules.waiting) return true
    const most = [...turns].reduce((a, b) => (b.waiting.size() > a.waiting.size() ? b : a))
    if (most.waiting.size() <= user.waiting.size() + 1) return false
    most.waiting.last()?.refuse()
    return true
  }

  function take(asked = 1, client = servedClient()): Promise<Share> {
    const size = Math.min(asked, total)
    const { team = '', connection, signal } = client
    const user = userOf(client.user)
    return new Promise((resolve, reject) => {
      if (signal?.aborted || !hasPlace(user)) {
        forgetIfIdle(user)
        return reject(tooMany())
      }
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', request.refuse)
      }
      const request: Request = {
        user,
        path: [team, connection],
        size,
        grant() {
          settle()
          resolve(hold(request))
        },
        refuse() {
          settle()
          dequeue(request, false)
          reject(tooMany())
          grantAll()
        },
      }
      const timer = setTimeout(request.refuse, waitMs)
      signal?.addEventListener('abort', request.refuse, { once: true })
      enqueue(request)
      grantAll()
    })
  }

  return {
    /**
     * Resolves when `size` units are this client's. Throws `unavailable` when too many requests wait, when
     * the wait was too long, or when the client has hung up. More than there is counts as all there is.
     */
    take,
    async within<T>(
      size: number,
      work: (share: Share) => Promise<T>,
      client?: ServedClient,
    ): Promise<T> {
      const share = await take(size, client)
      try {
        return await work(share)
      } finally {
        share.release()
      }
    },
    stats: (): ShareStats => ({ ...stats }),
  }
}
