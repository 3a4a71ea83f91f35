import { keepNewest } from '../../lib/shares/newest-kept.ts'

const mostClients = 1_000
const mostAccounts = 5
const rememberedMs = 60 * 60_000

/** Which accounts logged in lately from where, so that a client is known before it logs in again. Bounded; in memory only. */
export function createKnownClients(now: () => number) {
  /** It says for each address group when each account logged in last. */
  const clients = new Map<string, Map<number, number>>()
  return {
    loggedIn(client: string, accountId: number): void {
      const accounts = clients.get(client) ?? new Map<number, number>()
      keepNewest(accounts, accountId, now(), mostAccounts)
      keepNewest(clients, client, accounts, mostClients)
    },

    accountsOf(client: string): number[] {
      const known = [...(clients.get(client) ?? [])]
      return known.filter(([, at]) => now() - at < rememberedMs).map(([accountId]) => accountId)
    },

    forget(accountId: number): void {
      for (const accounts of clients.values()) accounts.delete(accountId)
    },
  }
}
