import { keepNewest } from '../../lib/shares/newest-kept.ts'

const mostClients = 1_000
const mostAccounts = 5
const rememberedMs = 60 * 60_000

type Client = {
  /** When each account logged in last. */
  accounts: Map<number, number>
  /** When the last one was pushed out or deleted: what the client says may still be that account's. */
  othersAt: number | null
}

/** Remembers which accounts logged in lately from where, so that a client is known before it logs in again. It is bounded, and held in memory alone. */
export function createKnownClients(now: () => number) {
  const clients = new Map<string, Client>()
  const isLately = (at: number | null) => at !== null && now() - at < rememberedMs

  return {
    loggedIn(name: string, accountId: number): void {
      const client = clients.get(name) ?? { accounts: new Map<number, number>(), othersAt: null }
      const { accounts } = client
      if (accounts.size >= mostAccounts && !accounts.has(accountId)) client.othersAt = now()
      keepNewest(accounts, accountId, now(), mostAccounts)
      keepNewest(clients, name, client, mostClients)
    },

    /** `isShared`: there was another account, which is not known any more. */
    accountsOf(name: string): { accounts: number[]; isShared: boolean } {
      const { accounts = [], othersAt = null } = clients.get(name) ?? {}
      const lately = [...accounts].filter(([, at]) => isLately(at))
      return { accounts: lately.map(([accountId]) => accountId), isShared: isLately(othersAt) }
    },

    forget(accountId: number): void {
      for (const client of clients.values()) {
        if (client.accounts.delete(accountId)) client.othersAt = now()
      }
    },
  }
}
