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
 * Where a person who follows the link of an invitation continues. `account` has the invited address. A user signed in
 * to it goes to the inbox, where an unverified one is asked to verify.
 */
export function redirectOf(account: { id: number } | null, signedInAs: number | null): Redirect {
  if (!account) return 'register'
  return account.id === signedInAs ? 'inbox' : 'login'
}

type Links = { token_hash: string; link_hash: string | null; was_relayed: number }

/**
 * Decides what a token proves: that its holder reads the mail of the address, where a relay carried the token there;
 * or that the owner of the team, who copied the link, vouches for them.
 */
export function proofOf(invite: Links, tokenHash: string): 'mailbox' | 'owner' | null {
  if (tokenHash === invite.link_hash) return 'owner'
  return invite.was_relayed === 1 ? 'mailbox' : null
}
