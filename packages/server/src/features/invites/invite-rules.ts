/** What holds for invitations. Pure: no clock, no database. */

const dayMs = 24 * 60 * 60_000

export const validDays = 7
export const inviteLifetimeMs = validDays * dayMs

/** How long one that has expired is still listed, so that it can be sent anew. */
export const listedAfterExpiryMs = 30 * dayMs

/** Whether its link works. */
export const isValid = (invite: { expires_at: number }, now: number): boolean =>
  now < invite.expires_at

export type Redirect = 'inbox' | 'login' | 'register'

/**
 * Where who follows the link of an invitation goes on. `account` is the one that has the address, and
 * only whoever is signed in to it, its address being proven, is a member at once.
 */
export function redirectOf(
  account: { id: number; isVerified: boolean } | null,
  signedInAs: number | null,
): Redirect {
  if (!account) return 'register'
  return account.isVerified && account.id === signedInAs ? 'inbox' : 'login'
}
