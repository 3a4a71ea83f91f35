import type { AfterCommit, Database, Tx } from '../../db/database.ts'
import { gone, signedOut } from '../../errors.ts'
import type { Limiter } from '../../lib/attempts.ts'
import { clientGroup } from '../../lib/client-group.ts'
import { randomToken, sha256Hex } from '../../lib/tokens.ts'
import type { Mailer } from '../../mailer/mailer.ts'
import { verificationLetter } from '../../mailer/templates/verification-letter.ts'
import { emailKey, linkLifetimeMs, verificationOutcome } from './account-rules.ts'
import { findToken, markVerified, replaceToken, userById } from './account-store.ts'

/**
 * Proof that an address is its user's: a link with a random token, stored as a hash, good for one
 * hour, for the address it was mailed to and for nothing once that address is verified.
 */
export type EmailVerification = ReturnType<typeof createEmailVerification>

type Recipient = { id: number; name: string; email: string }
type VerificationDeps = {
  db: Database
  mailer: Pick<Mailer, 'enqueue'>
  limiter: Limiter
  publicUrl: URL
  now: () => number
}

export function createEmailVerification(deps: VerificationDeps) {
  const { db, mailer, limiter, publicUrl, now } = deps
  const byClient = limiter('resend from client', { limit: 30, windowMs: 10 * 60_000 })
  const byAddress = limiter('resend to address', { limit: 6, windowMs: 10 * 60_000 })

  /** Mails a link with a new token; those before it are void. */
  async function send([tx, afterCommit]: [Tx, AfterCommit], user: Recipient): Promise<void> {
    const token = randomToken()
    await replaceToken(tx, {
      id: sha256Hex(token),
      user_id: user.id,
      purpose: 'verify_email',
      email: user.email,
      created_at: now(),
      expires_at: now() + linkLifetimeMs,
    })
    const url = new URL(`/verify-email/${token}`, publicUrl)
    const letter = verificationLetter(user, url, linkLifetimeMs / 60_000)
    const mail = { kind: 'verification', to: user.email, ...letter }
    await mailer.enqueue([tx, afterCommit], mail)
  }

  async function resend(userId: number, clientAddress: string): Promise<string> {
    const user = await userById(db.sql, userId)
    if (!user) throw signedOut()
    if (user.email_verified_at !== null) return 'Your email address is already verified.'
    await byClient.spend(clientGroup(clientAddress))
    await byAddress.spend(user.email_key)
    await db.transaction((tx, afterCommit) => send([tx, afterCommit], user))
    return 'A new verification link has been sent to the email address you provided during registration.'
  }

  async function confirm(token: string): Promise<string> {
    const found = await findToken(db.sql, sha256Hex(token), 'verify_email')
    const outcome = verificationOutcome(found, now())
    if (!found || outcome === 'no_longer_valid') {
      throw gone('This verification link is no longer valid. Log in and ask for a new one.')
    }
    if (outcome === 'already_verified') return 'Your email address is already verified.'
    await markVerified(db.sql, found.user_id, emailKey(found.email), now())
    return 'Email address verified successfully'
  }

  return { send, resend, confirm }
}
