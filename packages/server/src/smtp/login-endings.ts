import type { SmtpAccount } from './session/session-state.ts'

/** Logins to an inbox, or to the whole account, have ended or will. */
export type Ending = {
  accountId: number
  inbox?: number | null
  /** Sessions that began until now end then, as the password that they came with does. */
  until?: number
  /** A mail under way is finished. */
  finishContent?: boolean
}

export const concerns = (
  { accountId, inbox = null }: Ending,
  account: SmtpAccount | null,
): boolean => account?.id === accountId && (inbox === null || account.inbox === inbox)
