const rememberedMs = 7 * 24 * 60 * 60 * 1_000
const maxLogins = 20_000
const maxPerAccount = 20

type Login = { accountId: number; at: number }

/**
 * Right logins of late, and their addresses. Only a right login adds to it, and each account has a bounded share:
 * neither guessing nor a team that logs in from everywhere pushes out the others'.
 */
export function createRecentLogins(now: () => number) {
  /** The limits over all and per account; the least recently used goes first. */
  const logins = new Map<string, Login>()
  const byAccount = new Map<number, Set<string>>()

  function drop(key: string): void {
    const login = logins.get(key)
    if (!login) return
    logins.delete(key)
    const own = byAccount.get(login.accountId)
    own?.delete(key)
    if (own?.size === 0) byAccount.delete(login.accountId)
  }

  function dropOldest(keys: Iterable<string>): void {
    for (const key of keys) return drop(key)
  }

  return {
    has(key: string): boolean {
      const login = logins.get(key)
      return login !== undefined && now() - login.at < rememberedMs
    },

    add(key: string, accountId: number): void {
      drop(key)
      const own = byAccount.get(accountId) ?? new Set()
      if (own.size >= maxPerAccount) dropOldest(own)
      if (logins.size >= maxLogins) dropOldest(logins.keys())
      logins.set(key, { accountId, at: now() })
      byAccount.set(accountId, own.add(key))
    },

    drop,
  }
}
