/** A mail that an account tried to send and that was not taken, as its session went. */
export type RefusedMail = {
  at: number
  remoteAddress: string
  /** The last reply that said no. */
  reply: string
  transcript: string
}

const perAccount = 10
const maxAccounts = 100

/**
 * Why the last mails of an account were refused, in memory alone and newest first. Bounded: the
 * oldest of an account go first, and the account that was refused least recently.
 */
export function createRecentRefusals() {
  const accounts = new Map<number, RefusedMail[]>()
  return {
    add(accountId: number, refused: RefusedMail): void {
      const before = accounts.get(accountId) ?? []
      accounts.delete(accountId)
      accounts.set(accountId, [refused, ...before].slice(0, perAccount))
      const [oldest] = accounts.keys()
      if (accounts.size > maxAccounts && oldest !== undefined) accounts.delete(oldest)
    },

    of: (accountId: number): readonly RefusedMail[] => accounts.get(accountId) ?? [],
  }
}
