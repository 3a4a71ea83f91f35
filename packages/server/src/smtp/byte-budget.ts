import { createPool, firstOf, partOf, type Account, type Holder, type Part } from './budget-pool.ts'
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

export type BudgetClient = {
  /** Whose mail it is; asked when a mail begins. */
  account: () => number
  /** Ends the mail under way, which closes the share or sets it to 0. */
  letGo: () => void
}

export type BudgetRules = {
  total: number
  largest: number
  /** Content up to which a mail is small. */
  smallBytes?: number
  /** The least bytes per second of a mail that holds memory for which others wait; more in the lane. */
  pace?: number
  lanePace?: number
  graceMs?: number
}

/** The most that one read of a socket brings. */
const chunkBytes = 64 * 1024

/**
 * Content held in memory over all connections, all of which have logged in. Accounts take turns, and so do the connections of an
 * account; none gets more than half of what large mails have. A small mail gets all that it can need at
 * once, in a pool of its own, so that it never waits behind large ones. The last `largest` bytes are a
 * lane lent to one waiting connection at a time: it can always finish its mail whatever the others
 * hold, so waiting never becomes a deadlock.
 */
export function createByteBudget(rules: BudgetRules) {
  const { total, largest, smallBytes = 4 * chunkBytes, graceMs = 5_000 } = rules
  const { pace = 32 * 1024, lanePace = 8 * pace } = rules
  const general = Math.max(0, total - largest)
  /** With the chunk that makes it a large one. */
  const smallRoom = smallBytes + chunkBytes
  const smallTotal = Math.floor(Math.min(total / 8, general / 4))
  const hasSmall = smallTotal >= smallRoom && smallRoom < largest
  const small = createPool(hasSmall ? smallTotal : 0, 8)
  const large = createPool(general - small.total, 2)
  const accounts = new Map<number, Account>()
  /** Holders whose mail still arrives. */
  const holders = new Set<Holder>()
  let favoured: Holder | null = null
  let admitting = false
  let watchedSince: number | null = null

  function accountOf(id: number): Account {
    const known = accounts.get(id)
    if (known) return known
    const account: Account = { id, shares: 0, small: partOf(small), large: partOf(large) }
    accounts.set(id, account)
    return account
  }

  function forgetIfIdle(account: Account): void {
    const isIdle = account.shares === 0 && account.small.used === 0 && account.large.used === 0
    if (isIdle && accounts.get(account.id) === account) accounts.delete(account.id)
  }

  /** What the holder has in the part once it may read one more chunk. */
  function target(holder: Holder, part: Part): number {
    if (part.pool === small) return smallRoom
    const has = holder.part === part ? Math.max(holder.bytes, holder.content) : holder.content
    return Math.min(largest, has + chunkBytes)
  }

  const missing = (holder: Holder, part: Part) =>
    target(holder, part) - (holder.part === part ? holder.bytes : 0)

  /** A holder's first bytes always fit its account: a mail without bytes cannot wait for its own. */
  function fitsAccount(holder: Holder, part: Part): boolean {
    return part.used === 0 || part.used + missing(holder, part) <= part.pool.perAccount
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

  /** An account that holds less again may have its next turn. */
  function reopen(part: Part): void {
    const first = firstOf(part.waiting)
    if (first && fitsAccount(first, part)) part.pool.open.add(part)
  }

  function wait(holder: Holder, part: Part, ready: () => void): void {
    holder.ready = ready
    holder.waitsIn = part
    part.waiting.add(holder)
    part.pool.turns.add(part)
    reopen(part)
  }

  /** The account that was served goes last. */
  function stopWaiting(holder: Holder, wasServed: boolean): void {
    const { waitsIn: part } = holder
    if (!part) return
    holder.waitsIn = null
    holder.ready = null
    part.waiting.delete(holder)
    const isLast = part.waiting.size === 0
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
    // Time that it waited is not its own.
    holder.mark = -1
    ready?.()
  }

  /** The first waiting one whose account may hold more, as long as there are any. */
  function nextIn(pool: typeof small): Holder | undefined {
    for (const part of pool.open) {
      const holder = firstOf(part.waiting)
      if (holder && fitsAccount(holder, part)) return holder
      pool.open.delete(part)
    }
    return undefined
  }

  /** Small mails use what large ones leave free. */
  const mayOverflow = (holder: Holder) =>
    large.turns.size === 0 &&
    fitsAccount(holder, holder.account.large) &&
    fitsPool(holder, holder.account.large)

  function admitNext(): boolean {
    const little = nextIn(small)
    if (little) {
      const { account } = little
      const part = fitsPool(little, account.small) ? account.small : account.large
      if (part === account.small || mayOverflow(little)) {
        grant(little, part)
        return true
      }
    }
    const next = nextIn(large)
    if (next && fitsPool(next, next.account.large)) {
      grant(next, next.account.large)
      return true
    }
    const [turn] = favoured ? [] : large.turns
    const lent = turn && firstOf(turn.waiting)
    if (!lent) return false
    favoured = lent
    grant(lent, lent.account.large)
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
    forgetIfIdle(holder.account)
    admit()
  }

  /** At once where there is room and nobody waits for it, or the lane is free. */
  function takeAtOnce(holder: Holder): boolean {
    const { account } = holder
    if (hasSmall && !holder.part && holder.content + chunkBytes <= smallRoom) {
      const isFree = small.open.size === 0 && fitsPool(holder, account.small)
      if (isFree && fitsAccount(holder, account.small)) {
        hold(holder, account.small)
        return true
      }
      if (!mayOverflow(holder)) return false
    }
    const { large: part } = account
    const isFree =
      large.open.size === 0 &&
      part.waiting.size === 0 &&
      fitsPool(holder, part) &&
      fitsAccount(holder, part)
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

  /** Largest holders first; never accounts that hold less than the waiting one. */
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
    if (next) letGo(({ waitsIn }) => waitsIn !== null, next.account.small, smallRoom)
  }

  function letGoSlow(): void {
    const little = nextIn(small)
    if (little) letGo((holder) => isSlow(holder), little.account.small, small.perAccount)
    const leastOfLane = nextIn(large) ? lanePace : pace
    if (favoured && large.turns.size > 0 && isSlow(favoured, leastOfLane)) favoured.letGo()
    const next = nextIn(large)
    const part = next?.account.large ?? firstOf(large.turns)
    // An account that has its whole part waits only for its own bytes.
    if (part) letGo((holder) => isSlow(holder) && (!!next || holder.part === part), part, largest)
  }

  const newHolder = (account: Account, letGoOf: () => void): Holder => ({
    account,
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

    /** Only a mail has an account, and those of one connection may have several. */
    function current(): Holder {
      if (holder?.part || holder?.waitsIn) return holder
      const id = client.account()
      if (holder?.account.id === id) return holder
      if (holder) leave(holder.account)
      const account = accountOf(id)
      account.shares += 1
      holder = newHolder(account, client.letGo)
      return holder
    }

    function leave(account: Account): void {
      account.shares -= 1
      forgetIfIdle(account)
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
        wait(asking, isSmall ? asking.account.small : asking.account.large, ready)
        return false
      },

      handOver(bytes) {
        const finished = current()
        holder = newHolder(finished.account, client.letGo)
        holders.delete(finished)
        // It is complete, so its speed no longer matters.
        finished.mark = -1
        const { small: usual, large: other } = finished.account
        resize(finished, finished.part ?? (hasSmall ? usual : other), bytes)
        admit()
        return () => release(finished)
      },

      close() {
        if (!holder) return
        const { account } = holder
        release(holder)
        leave(account)
        holder = null
      },
    }
  }

  return {
    get used() {
      return small.used + large.used
    },

    share: createShare,

    /** To be called about once a second: ends slow mails that hold memory for which others wait. */
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
