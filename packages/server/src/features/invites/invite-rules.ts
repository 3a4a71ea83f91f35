/** The rules for invitations. Pure: no clock, no database. */

const dayMs = 24 * 60 * 60_000

export const validDays = 7
export const inviteLifetimeMs = validDays * dayMs

/** How long an expired invitation is still listed, so that it can be sent again. */
export const listedAfterExpiryMs = 30 * dayMs

/** Whether its link works. */
export const isValid = (invite: { expires_at: number }, now: number): boolean =>
  now < invite.expires_at

export type Redirect = 'inbox' | 'login' | 'register'

/**
 * Where a person who follows the link of an invitation continues. `account` has the invited
 * address; only a user who is signed in to it becomes a member at once, and only where the address
 * is verified or the link itself proves it.
 */
export function redirectOf(
  account: { id: number; isVerified: boolean } | null,
  signedInAs: number | null,
  provesAddress: boolean,
): Redirect {
  if (!account) return 'register'
  const isProven = account.isVerified || provesAddress
  return isProven && account.id === signedInAs ? 'inbox' : 'login'
}
