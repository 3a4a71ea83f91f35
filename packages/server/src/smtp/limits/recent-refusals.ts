import { keepNewest } from '../../lib/shares/newest-kept.ts'
import type { SessionRefusal } from '../session/session-state.ts'

/** A mail that was not taken for all recipients, with the dialogue of its session. */
export type RefusedMail = Omit<SessionRefusal, 'account'> & {
  /** Unique among the remembered mails of its account. */
  id: number
  at: number
  remoteAddress: string
}

type Refused = Omit<RefusedMail, 'id'>

const perAccount = 10
const maxAccounts = 100

/**
 * The reasons of the last refused mails of an account, in memory only and newest first. Bounded: the oldest of an
 * account go first, and the accounts whose last refusal is oldest.
 */
export function createRecentRefusals() {
  const accounts = new Map<number, readonly RefusedMail[]>()

  const of = (accountId: number): readonly RefusedMail[] => accounts.get(accountId) ?? []

  function add(accountId: number, refused: Refused, kept = of(accountId)): void {
    const id = (of(accountId)[0]?.id ?? 0) + 1
    const refusals = [{ id, ...refused }, ...kept].slice(0, perAccount)
    keepNewest(accounts, accountId, refusals, maxAccounts)
  }

  return {
    add: (accountId: number, refused: Refused): void => add(accountId, refused),

    /** Replaces an equal one from the same address: a client that tries again pushes out no others. */
    addLatest(accountId: number, refused: Refused): void {
      const isSame = ({ reply, remoteAddress }: RefusedMail) =>
        reply === refused.reply && remoteAddress === refused.remoteAddress
      add(
        accountId,
        refused,
        of(accountId).filter((one) => !isSame(one)),
      )
    },

    of,

    forget: (accountId: number): void => void accounts.delete(accountId),
  }
}
