import type { UserActor } from '../../../actor.ts'
import type { Work } from '../../../db/database.ts'
import { gone, invalid, Refusal, signedOut } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { clientGroup } from '../../../lib/network/client-group.ts'
import { addressKey } from '../../../lib/network/address-key.ts'
import { sha256Hex } from '../../../lib/secrets/tokens.ts'
import { verificationEmail } from '../../../mailer/templates/account-emails.ts'
import { linkLifetimeMs, verificationOutcome } from '../account-rules.ts'
import { findToken, markVerified, userById } from '../account-store.ts'
import type { AddressChange } from '../address-change.ts'
import type { FamiliarClients, From } from '../sessions/familiar-clients.ts'
import type { OperatorRole } from '../operator-role.ts'
import type { PasswordCheck } from '../passwords/password-check.ts'
import type { IssueLink } from './verification-links.ts'

/**
 * Proof that an address is its user's: a link with a random token, stored as a hash, good for one hour, for the
 * address it was mailed to and for nothing once that address is verified. The same kind of link moves an account to
 * another address. It counts only when the user who follows it is signed in to that account, or opens it in the
 * browser that registered it: anybody can sign up with another person's address, and the click of that person must
 * not verify the account of a stranger. It logs no user in.
 */
export type EmailVerification = ReturnType<typeof createEmailVerification>

type Recipient = { id: number; name: string; email: string }
type VerificationDeps = Pick<FeatureDeps, 'db' | 'mailer' | 'limiter' | 'now'> & {
  issueLink: IssueLink
  addressChange: AddressChange
  requirePassword: PasswordCheck
  joinInvitedTeams: (userId: number) => Promise<void>
  operatorRole: OperatorRole
  familiar: Pick<FamiliarClients, 'isRegistering'>
}

const resent =
  'A new verification link has been sent to the email address you provided during registration.'

export function createEmailVerification(deps: VerificationDeps) {
  const { db, mailer, limiter, issueLink, addressChange, joinInvitedTeams } = deps
  const { operatorRole, familiar, requirePassword, now } = deps
  const byClient = limiter('resend from client', { limit: 30, windowMs: 10 * 60_000 })
  const ofUser = limiter('first resend of user', { limit: 1, windowMs: 10 * 60_000 })
  const byAddress = limiter('resend to address', { limit: 6, windowMs: 10 * 60_000 })

  async function send([tx, afterCommit]: Work, user: Recipient): Promise<void> {
    const template = verificationEmail(user, await issueLink(tx, user), linkLifetimeMs / 60_000)
    const mail = { kind: 'verification', to: user.email, ...template }
    await mailer.enqueue([tx, afterCommit], mail)
  }

  async function resend(userId: number, clientAddress: string): Promise<string> {
    const user = await userById(db.sql, userId)
    if (!user) throw signedOut()
    const { pending_email } = user
    if (pending_email === null && user.email_verified_at !== null) {
      return 'Your email address is already verified.'
    }
    // The first limit is the account's own, so that others behind its address cannot use it up.
    if (!(await ofUser.take(String(userId)))) await byClient.spend(clientGroup(clientAddress))
    if (pending_email !== null) {
      await addressChange.askAgain(user, pending_email)
      return `A new verification link has been sent to ${pending_email}.`
    }
    await byAddress.spend(user.email_key)
    await db.transaction((tx, afterCommit) => send([tx, afterCommit], user))
    return resent
  }

  /** `password` is needed for a change of address that was requested without it. */
  async function confirm(
    token: string,
    caller: Pick<UserActor, 'userId' | 'sessionId'> | null,
    password?: string,
    from: From | null = null,
  ): Promise<string> {
    const found = await findToken(db.sql, sha256Hex(token), 'verify_email')
    const outcome = verificationOutcome(found, now())
    const noLongerValid = gone(
      'This verification link is no longer valid. Log in and ask for a new one.',
    )
    if (!found || outcome === 'no_longer_valid') throw noLongerValid
    if (outcome === 'already_verified') return 'Your email address is already verified.'
    const isOwnBrowser = async () =>
      caller === null && outcome === 'verify' && (await wasRegisteredIn(found.user_id, from))
    if (caller?.userId !== found.user_id && !(await isOwnBrowser())) {
      const message = 'Log in to confirm your email address.'
      throw new Refusal('signed_out', { message })
    }
    if (outcome === 'move' && caller) {
      const { user_id, email } = found
      const holdConfirmed =
        found.pending_unconfirmed === 1 ? await confirmMove(caller, email, password) : null
      if (!(await addressChange.complete(user_id, email, holdConfirmed))) throw noLongerValid
      await joinInvitedTeams(found.user_id)
      return `Email address verified successfully. From now on you log in with ${found.email}.`
    }
    await db.transaction(async (tx) => {
      await markVerified(tx, found.user_id, addressKey(found.email), now())
      await operatorRole.claim(tx, found.user_id)
    })
    await joinInvitedTeams(found.user_id)
    return 'Email address verified successfully'
  }

  async function wasRegisteredIn(userId: number, from: From | null): Promise<boolean> {
    const user = await userById(db.sql, userId)
    if (!user || user.disabled_at !== null || from === null) return false
    return familiar.isRegistering(user.email_key, from)
  }

  /** Names the account that moves: another person may have asked for it, and sent the link. */
  function confirmMove(
    caller: Pick<UserActor, 'userId' | 'sessionId'>,
    email: string,
    password: string | undefined,
  ) {
    if (password === undefined) {
      const text = `Enter your password to log in with ${email} from now on.`
      throw invalid({ password: [text] })
    }
    return requirePassword(caller, password, 'password')
  }

  return { send, resend, confirm }
}
