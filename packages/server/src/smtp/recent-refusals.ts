import { keepNewest } from '../lib/newest-kept.ts'
import type { SessionRefusal } from './session-state.ts'

/** A mail that an account tried to send and that was not taken for all recipients, as its session went. */
export type RefusedMail = Omit<SessionRefusal, 'account'> & {
  /** Unique among the remembered mails of its account. */
  id: number
  at: number
  remoteAddress: string
}

const perAccount = 10
const maxAccounts = 100

/**
 * Why the last mails of an account were refused, in memory only and newest first. Bounded: the
 * oldest of an account go first, and the accounts whose last refusal is oldest.
 */
export function createRecentRefusals() {
  const accounts = new Map<number, RefusedMail[]>()
  return {
    add(accountId: number, refused: Omit<RefusedMail, 'id'>): void {
      const before = accounts.get(accountId) ?? []
      const id = (before[0]?.id ?? 0) + 1
      const refusals = [{ id, ...refused }, ...before].slice(0, perAccount)
      keepNewest(accounts, accountId, refusals, maxAccounts)
    },

    of: (accountId: number): readonly RefusedMail[] => accounts.get(accountId) ?? [],

    forget: (accountId: number): void => void accounts.delete(accountId),
  }
}
