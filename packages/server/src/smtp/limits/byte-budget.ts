import type { Sharer } from '../../lib/shares/served-client.ts'
import { firstOf } from '../../lib/shares/fair-order.ts'
import { createPool, partOf, type Holder, type Part, type User } from './budget-pool.ts'

export type BudgetShare = {
  /** Content of the mail under way that the connection has in memory; 0 releases all it holds. */
  set(bytes: number): void
  /** Reserves room for one more chunk; false when `ready` will be called once there is some. */
  reserve(ready: () => void): boolean
  /** Holds `bytes` of a finished mail on their own until the returned function is called. */
  handOver(bytes: number): () => void
  close(): void
}

export type ByteBudget = ReturnType<typeof createByteBudget>

export type MailSharer = Pick<Sharer, 'user'> & { account: number }

export type BudgetClient = {
  /** The user who answers for the mail, and its team; asked when a mail begins. */
  sharer: () => MailSharer
  /** Ends the mail under way, which closes the share or sets it to 0. */
  letGo: () => void
}

export type BudgetRules = {
  total: number
  largest: number
  /** A mail with more content is not small. */
  smallBytes?: number
  /** The least bytes per second of a mail that holds memory while others wait for it; more in the lane. */
  pace?: number
  lanePace?: number
  graceMs?: number
}

/** The most bytes of one read of a socket. */
const chunkBytes = 64 * 1024
const nothing = () => {}

/**
 * Content held in memory over all connections. Users take turns, then the accounts of a user, then the connections of
 * an account; no user gets more than half of what large mails have. A small mail gets all that it can need at
 * once, in a pool of its own, so that it never waits behind large ones. The last `largest` bytes are a
 * lane lent to one waiting connection at a time: it can always finish its mail whatever the others
 * hold, so waiting never becomes a deadlock.
 */
export function createByteBudget(rules: BudgetRules) {
  const { total, largest, smallBytes = 4 * chunkBytes, graceMs = 5_000 } = rules
  const { pace = 32 * 1024, lanePace = 8 * pace } = rules
  const general = Math.max(0, total - largest)
  /** Includes the chunk that makes a mail a large one. */
  const smallRoom = smallBytes + chunkBytes
  const smallTotal = Math.floor(Math.min(total / 8, general / 4))
  const hasSmall = smallTotal >= smallRoom && smallRoom < largest
  const small = createPool(hasSmall ? smallTotal : 0, 8)
  const large = createPool(general - small.total, 2)
  const users = new Map<string, User>()
  /** Holders whose mail still arrives. */
  const holders = new Set<Holder>()
  let favoured: Holder | null = null
  let admitting = false
  let watchedSince: number | null = null

  function userOf(name: string): User {
    const known = users.get(name)
    if (known) return known
    const user: User = { name, shares: 0, small: partOf(small), large: partOf(large) }
    users.set(name, user)
    return user
  }

  function forgetIfIdle(user: User): void {
    const isIdle = user.shares === 0 && user.small.used === 0 && user.large.used === 0
    if (isIdle && users.get(user.name) === user) users.delete(user.name)
  }

  /** What the holder has of the part once it may read one more chunk. */
  function target(holder: Holder, part: Part): number {
    if (part.pool === small) return smallRoom
    const has = holder.part === part ? Math.max(holder.bytes, holder.content) : holder.content
    return Math.min(largest, has + chunkBytes)
  }

  const missing = (holder: Holder, part: Part) =>
    target(holder, part) - (holder.part === part ? holder.bytes : 0)

  /** A holder's first bytes always fit its user: a mail without bytes cannot wait for its own. */
  function fitsUser(holder: Holder, part: Part): boolean {
    return part.used === 0 || part.used + missing(holder, part) <= part.pool.perUser
  }

  const fitsPool = (holder: Holder, part: Part) =>
    part.pool.used + missing(holder, part) <= part.pool.total

  function resize(holder: Holder, part: Part | null, bytes: number): void {
    const { part: before } = holder
    if (before) {
      before.used -= holder.bytes
      before.pool.used -= holder.bytes
    }
    if (part) {
      part.used += bytes
      part.pool.used += bytes
    }
    holder.part = part
    holder.bytes = bytes
    if (before) reopen(before)
  }

  /** A user who holds less again may have the next turn. */
  function reopen(part: Part): void {
    const first = part.waiting.first()
    if (first && fitsUser(first, part)) part.pool.open.add(part)
  }

  function wait(holder: Holder, part: Part, ready: () => void): void {
    holder.ready = ready
    holder.waitsIn = part
    part.waiting.add(holder.path, holder)
    part.pool.turns.add(part)
    reopen(part)
  }

  /** The served user goes last, and so does the account among theirs. */
  function stopWaiting(holder: Holder, wasServed: boolean): void {
    const { waitsIn: part } = holder
    if (!part) return
    holder.waitsIn = null
    holder.ready = null
    part.waiting.remove(holder.path, holder, wasServed)
    const isLast = part.waiting.size() === 0
    if (wasServed || isLast) part.pool.turns.delete(part)
    if (wasServed || isLast) part.pool.open.delete(part)
    if (!isLast) part.pool.turns.add(part)
    reopen(part)
  }

  function hold(holder: Holder, part: Part): void {
    const leaves = holder.part !== null && holder.part !== part
    if (!holder.part) holders.add(holder)
    resize(holder, part, target(holder, part))
    if (leaves) admit()
  }

  function grant(holder: Holder, part: Part): void {
    const { ready } = holder
    hold(holder, part)
    stopWaiting(holder, true)
    // Waiting time does not count as its own.
    holder.mark = -1
    ready?.()
  }

  /** The first waiting one whose user may hold more, while there are any. */
  function nextIn(pool: typeof small): Holder | undefined {
    for (const part of pool.open) {
      const holder = part.waiting.first()
      if (holder && fitsUser(holder, part)) return holder
      pool.open.delete(part)
    }
    return undefined
  }

  /** Small mails use what large ones leave free. */
  const mayOverflow = (holder: Holder) =>
    large.turns.size === 0 &&
    fitsUser(holder, holder.user.large) &&
    fitsPool(holder, holder.user.large)

  function admitNext(): boolean {
    const little = nextIn(small)
    if (little) {
      const { user } = little
      const part = fitsPool(little, user.small) ? user.small : user.large
      if (part === user.small || mayOverflow(little)) {
        grant(little, part)
        return true
      }
    }
    const next = nextIn(large)
    if (next && fitsPool(next, next.user.large)) {
      grant(next, next.user.large)
      return true
    }
    const [turn] = favoured ? [] : large.turns
    const lent = turn && turn.waiting.first()
    if (!lent) return false
    favoured = lent
    grant(lent, lent.user.large)
    return true
  }

  /** A holder that continues may release room at once: the running loop sees it, however many wait. */
  function admit(): void {
    if (admitting || (small.turns.size === 0 && large.turns.size === 0)) return
    admitting = true
    try {
      while (admitNext());
    } finally {
      admitting = false
    }
  }

  function release(holder: Holder): void {
    stopWaiting(holder, false)
    if (favoured === holder) favoured = null
    holders.delete(holder)
    resize(holder, null, 0)
    holder.content = 0
    holder.mark = -1
    forgetIfIdle(holder.user)
    admit()
  }

  /** Releases it for good. It lets its connection go: V8 may keep what was a member of a Set. */
  function leave(holder: Holder): void {
    release(holder)
    holder.letGo = nothing
  }

  /** Takes it at once where there is room and no other waits for it, or the lane is free. */
  function takeAtOnce(holder: Holder): boolean {
    const { user } = holder
    if (hasSmall && !holder.part && holder.content + chunkBytes <= smallRoom) {
      const isFree = small.open.size === 0 && fitsPool(holder, user.small)
      if (isFree && fitsUser(holder, user.small)) {
        hold(holder, user.small)
        return true
      }
      if (!mayOverflow(holder)) return false
    }
    const { large: part } = user
    const isFree =
      large.open.size === 0 &&
      part.waiting.size() === 0 &&
      fitsPool(holder, part) &&
      fitsUser(holder, part)
    if (!isFree && favoured !== holder) {
      if (favoured !== null || large.turns.size > 0) return false
      favoured = holder
    }
    hold(holder, part)
    return true
  }

  const isSlow = (holder: Holder, perSecond = pace) =>
    holder.mark >= 0 &&
    !holder.waitsIn &&
    holder.content - holder.mark < (perSecond * graceMs) / 1_000

  /** Largest holders first; never of users who hold less than the waiting one. */
  function letGo(which: (holder: Holder) => boolean, waiting: Part, bytes: number): void {
    const some = [...holders].filter(
      (holder) => holder.part?.pool === waiting.pool && holder.part.used >= waiting.used,
    )
    let left = bytes
    for (const holder of some.filter(which).toSorted((a, b) => b.bytes - a.bytes)) {
      if (left <= 0) return
      left -= holder.bytes
      holder.letGo()
    }
  }

  /** A waiting mail that is no longer small cannot continue, so it makes room for small ones. */
  function letGoOutgrown(): void {
    const next = nextIn(small)
    if (next) letGo(({ waitsIn }) => waitsIn !== null, next.user.small, smallRoom)
  }

  function letGoSlow(): void {
    const little = nextIn(small)
    if (little) letGo((holder) => isSlow(holder), little.user.small, small.perUser)
    const leastOfLane = nextIn(large) ? lanePace : pace
    if (favoured && large.turns.size > 0 && isSlow(favoured, leastOfLane)) favoured.letGo()
    const next = nextIn(large)
    const part = next?.user.large ?? firstOf(large.turns)
    // A user who has their whole part waits only for their own bytes.
    if (part) letGo((holder) => isSlow(holder) && (!!next || holder.part === part), part, largest)
  }

  const newHolder = (user: User, account: number, letGoOf: () => void): Holder => ({
    user,
    path: [account],
    part: null,
    bytes: 0,
    content: 0,
    mark: -1,
    waitsIn: null,
    ready: null,
    letGo: letGoOf,
  })

  function createShare(client: BudgetClient): BudgetShare {
    let holder: Holder | null = null

    /** Only a mail has an account, and mails of one connection may have several, and of several users. */
    function current(): Holder {
      if (holder?.part || holder?.waitsIn) return holder
      const { user: name, account } = client.sharer()
      if (holder?.user.name === name && holder.path[0] === account) return holder
      if (holder) forget(holder.user)
      const user = userOf(name)
      user.shares += 1
      holder = newHolder(user, account, client.letGo)
      return holder
    }

    function forget(user: User): void {
      user.shares -= 1
      forgetIfIdle(user)
    }

    return {
      set(bytes) {
        if (bytes > 0) current().content = bytes
        else if (holder && (holder.content > 0 || holder.part || holder.waitsIn)) release(holder)
      },

      reserve(ready) {
        const asking = current()
        if (asking.part && asking.bytes >= Math.min(largest, asking.content + chunkBytes)) {
          return true
        }
        if (takeAtOnce(asking)) return true
        const isSmall = hasSmall && !asking.part && asking.content + chunkBytes <= smallRoom
        wait(asking, isSmall ? asking.user.small : asking.user.large, ready)
        return false
      },

      handOver(bytes) {
        const finished = current()
        holder = newHolder(finished.user, ...finished.path, client.letGo)
        holders.delete(finished)
        // The mail is complete, so its speed no longer matters.
        finished.mark = -1
        const { small: usual, large: other } = finished.user
        resize(finished, finished.part ?? (hasSmall ? usual : other), bytes)
        admit()
        return () => leave(finished)
      },

      close() {
        if (!holder) return
        const { user } = holder
        leave(holder)
        forget(user)
        holder = null
      },
    }
  }

  return {
    get used() {
      return small.used + large.used
    },

    share: createShare,

    /** Call it about once a second: it ends slow mails that hold memory while others wait for it. */
    check(now: number): void {
      if (small.turns.size === 0 && large.turns.size === 0) {
        watchedSince = null
        return
      }
      letGoOutgrown()
      if (watchedSince !== null) {
        if (now - watchedSince < graceMs) return
        letGoSlow()
      }
      watchedSince = now
      for (const holder of holders) holder.mark = holder.waitsIn ? -1 : holder.content
    },
  }
}
