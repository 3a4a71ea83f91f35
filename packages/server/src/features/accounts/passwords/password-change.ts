import type { UserActor } from '../../../actor.ts'
import type { Tx, Work } from '../../../db/database.ts'
import { lockUser } from '../../../db/locks.ts'
import type { UserRow } from '../../../db/schema.ts'
import { invalid } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import type { ApiTokens } from '../../api-tokens/api-tokens.ts'
import { clientGroup } from '../../../lib/network/client-group.ts'
import { addressKey } from '../../../lib/network/address-key.ts'
import type { Passwords } from './passwords.ts'
import { randomToken, sha256Hex } from '../../../lib/secrets/tokens.ts'
import { passwordResetEmail } from '../../../mailer/templates/account-emails.ts'
import { linkLifetimeMs, mayReset } from '../account-rules.ts'
import {
  deleteTokens,
  findToken,
  replaceToken,
  takeToken,
  updateUser,
  userByEmail,
  userById,
} from '../account-store.ts'
import { endForeignIdentities } from '../identities/identities.ts'
import type { FamiliarClients, From } from '../sessions/familiar-clients.ts'
import type { PasswordCheck } from './password-check.ts'
import type { NotifyOfChange } from '../sessions/security-notices.ts'
import type { Sessions } from '../sessions/sessions.ts'

type PasswordChangeDeps = Pick<FeatureDeps, 'db' | 'mailer' | 'limiter' | 'publicUrl' | 'now'> & {
  passwords: Passwords
  sessions: Sessions
  familiar: FamiliarClients
  requirePassword: PasswordCheck
  notify: NotifyOfChange
  tokens: TokensMade
}

/** API tokens that a user made, in all teams. */
export type TokensMade = Pick<ApiTokens, 'countMadeBy' | 'revokeAllMadeBy'>

/** How many tokens there were, and whether they were revoked. */
export type TokensAfter = { tokens: number; revoked: boolean }

/**
 * New passwords, for a user who knows the old one, or who reads the account's mailbox. Either way all other sessions
 * end, earlier links and a pending change of address become void, as a thief may have asked for them, and the holder
 * gets an email.
 */
export function createPasswordChange(deps: PasswordChangeDeps) {
  const { db, mailer, limiter, passwords, publicUrl } = deps
  const { sessions, familiar, requirePassword, notify, tokens, now } = deps
  const requests = limiter('reset link from client', { limit: 30, windowMs: 60_000 })
  const links = limiter('reset link to address', { limit: 5, windowMs: 60 * 60_000 })
  const wrongResets = limiter('reset from client', { limit: 30, windowMs: 60_000 })

  async function change(
    actor: UserActor,
    body: { current_password: string; password: string; revoke_tokens?: boolean | undefined },
  ): Promise<TokensAfter> {
    const holdConfirmed = await requirePassword(actor, body.current_password, 'current_password')
    const password_hash = await passwords.hash(body.password)
    return db.transaction(async (tx, afterCommit) => {
      const user = await holdConfirmed(tx)
      await updateUser(tx, user.id, { password_hash, pending_email: null })
      await deleteTokens(tx, user.id, 'reset_password')
      await sessions.endAllOf([tx, afterCommit], user.id, actor.sessionId)
      return tellOfChange([tx, afterCommit], user, body.revoke_tokens)
    })
  }

  /** Revokes the user's API tokens, where that is wanted; the email says how many remain. */
  async function tellOfChange(work: Work, user: UserRow, revoked = false): Promise<TokensAfter> {
    const made = await tokens.countMadeBy(work[0], user.id)
    if (revoked) await tokens.revokeAllMadeBy(work, user.id)
    await notify(work, user, 'password_changed', revoked ? 0 : made)
    return { tokens: made, revoked }
  }

  /** Mails a link if the address has an account; the caller gets the same answer either way. */
  async function requestReset(email: string, from: From): Promise<void> {
    const browser = await familiar.knownBrowser(addressKey(email), from)
    await requests.spend(browser ?? clientGroup(from.address))
    // One mail is written either way; the time of the hash hides whether it has a link.
    await Promise.all([mailLink(addressKey(email)), passwords.verify(null, email)])
  }

  async function mailLink(email_key: string): Promise<void> {
    const mayMail = await links.take(email_key)
    const user = await userByEmail(db.sql, email_key)
    const getsNotice = mayMail && user !== undefined
    await db.transaction(async (tx, afterCommit) => {
      const held = getsNotice ? await lockUser(tx, { id: user.id }) : undefined
      await mailLinkTo([tx, afterCommit], held ?? null, user?.email ?? email_key)
    })
  }

  /** Makes a link for an account that is held; without one, does the same work for a link that does not work. */
  async function mailLinkTo(
    [tx, afterCommit]: Work,
    user: UserRow | null,
    email: string,
  ): Promise<void> {
    const token = randomToken()
    const url = linkOf(token, email)
    const template = passwordResetEmail({ name: user?.name ?? '' }, url, linkLifetimeMs / 60_000)
    if (user) await keepToken(tx, user, token)
    const to = user?.email ?? null
    await mailer.enqueue([tx, afterCommit], { kind: 'password_reset', to, ...template })
  }

  function linkOf(token: string, email: string): URL {
    const url = new URL(`reset-password/${token}`, publicUrl)
    url.searchParams.set('email', email)
    return url
  }

  const keepToken = (tx: Tx, { id, email }: UserRow, token: string) =>
    replaceToken(tx, {
      id: sha256Hex(token),
      user_id: id,
      purpose: 'reset_password',
      email,
      created_at: now(),
      expires_at: now() + linkLifetimeMs,
    })

  /** Makes a link for the operator to hand on, in a transaction that holds the account. */
  async function makeLink(tx: Tx, user: UserRow): Promise<URL> {
    const token = randomToken()
    await keepToken(tx, user, token)
    return linkOf(token, user.email)
  }

  /** Sets a password that the operator chose, in a transaction that holds the account. */
  async function replace([tx, afterCommit]: Work, user: UserRow, password_hash: string) {
    await updateUser(tx, user.id, { password_hash, pending_email: null })
    await deleteTokens(tx, user.id, 'reset_password')
    await familiar.forgetAllOf(tx, user.id)
    await endForeignIdentities(tx, user)
    await sessions.endAllOf([tx, afterCommit], user.id)
    await tellOfChange([tx, afterCommit], user)
  }

  /**
   * `browser` is the token that the browser sends from now on: the reader of the mailbox is the owner, and guesses of
   * others must not block their next log in. Only wrong links are limited.
   */
  async function reset(
    body: { token: string; email: string; password: string; revoke_tokens?: boolean | undefined },
    from: From,
  ): Promise<TokensAfter & { browser: string }> {
    const noLongerValid = invalid({ email: ['This password reset link is no longer valid.'] })
    const id = sha256Hex(body.token)
    const found = await findToken(db.sql, id, 'reset_password')
    const user =
      found && mayReset(found, body.email, now()) && (await userById(db.sql, found.user_id))
    if (!user) {
      await wrongResets.spend(clientGroup(from.address))
      throw noLongerValid
    }
    const password_hash = await passwords.hash(body.password)
    return db.transaction(async (tx, afterCommit) => {
      // Locks the account first and then its token, as all transactions do.
      await lockUser(tx, { id: user.id })
      if (!(await takeToken(tx, id))) throw noLongerValid
      await updateUser(tx, user.id, { password_hash, pending_email: null })
      await familiar.forgetAllOf(tx, user.id)
      await endForeignIdentities(tx, user)
      await sessions.endAllOf([tx, afterCommit], user.id)
      const after = await tellOfChange([tx, afterCommit], user, body.revoke_tokens)
      return { ...after, browser: await familiar.remember(tx, user.id, from) }
    })
  }

  return {
    change,
    requestReset,
    /** Sets the password of a held account, for an operator. */
    mailResetLink: (work: Work, user: UserRow) => mailLinkTo(work, user, user.email),
    reset,
    makeLink,
    replace,
  }
}
