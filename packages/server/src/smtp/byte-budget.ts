/** One connection's part of the budget. */
export type BudgetShare = {
  /** What the connection now holds; gives back what was reserved beyond it. */
  set(bytes: number): void
  /** Reserves room for one more chunk; false when `ready` will be called once there is some. */
  reserve(ready: () => void): boolean
  /** Holds `bytes` of a finished mail on their own until the returned function is called. */
  handOver(bytes: number): () => void
  close(): void
}

export type ByteBudget = { readonly used: number; share(): BudgetShare }

/** The most that one read of a socket brings. */
const chunkBytes = 64 * 1024

type Holder = { bytes: number; ready: (() => void) | null }

/**
 * Content held in memory over all connections. Who wants to grow beyond `total` waits, first come
 * first served. The last `largest` bytes are lent to one waiting connection at a time: it can
 * always finish its mail whatever the others hold, so waiting never becomes a deadlock.
 */
export function createByteBudget(total: number, largest: number): ByteBudget {
  const general = total - largest
  const waiting = new Set<Holder>()
  let favoured: Holder | null = null
  let admitting = false
  let used = 0

  function resize(holder: Holder, bytes: number): void {
    const shrinks = bytes < holder.bytes
    used += bytes - holder.bytes
    holder.bytes = bytes
    if (shrinks) admit()
  }

  /** Whoever goes on may give back room at once: the loop under way sees it, however many wait. */
  function admit(): void {
    if (admitting) return
    admitting = true
    try {
      for (const holder of waiting) {
        if (used + chunkBytes > general) {
          if (favoured) return
          favoured = holder
        }
        waiting.delete(holder)
        const { ready } = holder
        holder.ready = null
        used += chunkBytes
        holder.bytes += chunkBytes
        ready?.()
      }
    } finally {
      admitting = false
    }
  }

  function release(holder: Holder): void {
    waiting.delete(holder)
    if (favoured === holder) favoured = null
    resize(holder, 0)
    admit()
  }

  return {
    get used() {
      return used
    },

    share() {
      let holder: Holder = { bytes: 0, ready: null }
      return {
        set(bytes) {
          if (bytes > 0) resize(holder, bytes)
          else if (holder.bytes > 0 || holder.ready !== null) release(holder)
        },

        reserve(ready) {
          const room = waiting.size === 0 && used + chunkBytes <= general
          if (room || favoured === holder || favoured === null) {
            if (!room) favoured = holder
            resize(holder, holder.bytes + chunkBytes)
            return true
          }
          holder.ready = ready
          waiting.add(holder)
          return false
        },

        handOver(bytes) {
          const finished = holder
          holder = { bytes: 0, ready: null }
          resize(finished, bytes)
          return () => release(finished)
        },

        close: () => release(holder),
      }
    },
  }
}
