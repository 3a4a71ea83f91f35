/**
 * Connections that have not logged in and sent no mail, by address. Where there is no room for another, one that has
 * had enough time is closed: otherwise a few hundred silent connections would lock out everybody
 * behind one address. Younger ones stay, or many at once would close each other before any has
 * logged in.
 */
export function createStrangerConnections<C>(options: { now: () => number; graceMs: number }) {
  const { now, graceMs } = options
  /** The time when each came, the oldest first. */
  const all = new Map<C, number>()
  const byAddress = new Map<string, Set<C>>()

  return {
    add(address: string, connection: C): void {
      all.set(connection, now())
      byAddress.set(address, (byAddress.get(address) ?? new Set()).add(connection))
    },

    /** It has logged in, has begun a mail, or is gone. */
    remove(address: string, connection: C): void {
      all.delete(connection)
      const left = byAddress.get(address)
      left?.delete(connection)
      if (left?.size === 0) byAddress.delete(address)
    },

    /** The connection to close, of one address or of all. */
    outstayed(address: string | null): C | null {
      const [oldest] = address === null ? all.keys() : (byAddress.get(address) ?? [])
      if (oldest === undefined) return null
      return now() - (all.get(oldest) ?? 0) >= graceMs ? oldest : null
    },
  }
}
