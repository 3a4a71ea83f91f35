import { addressKey } from '../../lib/network/address-key.ts'

export const demoEmail = 'demo@mailstop.test'

/** The rules for accounts, sessions and mailed links. Pure: no clock, no database. */

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Long enough to find the mail, short enough that old mails in a stolen mailbox are useless. */
export const linkLifetimeMs = 60 * minuteMs

/** No session outlives this, used or not; a remembered one lasts exactly as long. */
export const longestSessionMs = 60 * dayMs
/** A session that is not remembered also ends after this long without use. */
const idleSessionMs = dayMs
/** How old the stored time of a session's last use may be, so that not every request writes. */
const renewEveryMs = 15 * minuteMs

/** How long after its last log in a client counts as the owner's. */
export const familiarForMs = 90 * dayMs

/** How long a sign-in that was made again confirms what a password would. */
export const confirmedForMs = 10 * minuteMs

export type SessionTimes = {
  created_at: number
  seen_at: number
  expires_at: number
  remembered_at: number | null
}

export function newSessionTimes(remember: boolean, now: number): SessionTimes {
  return {
    created_at: now,
    seen_at: now,
    expires_at: now + (remember ? longestSessionMs : idleSessionMs),
    remembered_at: remember ? now : null,
  }
}

/** The change that a use of the session makes; null when nothing has to be written. */
export function renewal(
  session: SessionTimes,
  now: number,
): Pick<SessionTimes, 'seen_at' | 'expires_at'> | null {
  if (now - session.seen_at < renewEveryMs) return null
  const expires_at =
    session.remembered_at === null
      ? Math.min(now + idleSessionMs, session.created_at + longestSessionMs)
      : session.expires_at
  return { seen_at: now, expires_at }
}

export type RegistrationMode = 'open' | 'invite' | 'closed'

/** Why a registration is refused; null when it is allowed. */
export function registrationRefusal(mode: RegistrationMode, isInvited: boolean): string | null {
  if (mode === 'open' || (mode === 'invite' && isInvited)) return null
  return mode === 'invite'
    ? 'Registration on this server is by invitation only.'
    : 'Registration on this server is closed.'
}
export type MailedToken = {
  email: string
  expires_at: number
  user_email: string
  /** The address that the user wants instead of theirs. */
  pending_email: string | null
  email_verified_at: number | null
}

/** A link works for the address it was mailed to, while the account still has it, and not for long. */
export function mayReset(token: MailedToken | undefined, email: string, now: number): boolean {
  if (!token || now >= token.expires_at) return false
  const keys = [email, token.email, token.user_email].map(addressKey)
  return keys.every((key) => key === keys[0])
}

/**
 * A link proves the address it was mailed to, and only while the account has that address or is to
 * move there.
 */
export function verificationOutcome(
  token: MailedToken | undefined,
  now: number,
): 'verify' | 'move' | 'already_verified' | 'no_longer_valid' {
  if (!token) return 'no_longer_valid'
  const proven = addressKey(token.email)
  if (proven === addressKey(token.user_email)) {
    if (token.email_verified_at !== null) return 'already_verified'
    return now < token.expires_at ? 'verify' : 'no_longer_valid'
  }
  const isWanted = token.pending_email !== null && proven === addressKey(token.pending_email)
  return isWanted && now < token.expires_at ? 'move' : 'no_longer_valid'
}
