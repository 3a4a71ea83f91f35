import { signInProblems } from '@mailstop/contract'
import type { UserActor } from '../../../actor.ts'
import type { Work } from '../../../db/database.ts'
import { lockUser } from '../../../db/locks.ts'
import type { UserRow } from '../../../db/schema.ts'
import { conflict, forbidden, gone, invalid, Refusal } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { addressKey } from '../../../lib/network/address-key.ts'
import { clientGroup } from '../../../lib/network/client-group.ts'
import { randomToken, sha256Hex } from '../../../lib/secrets/tokens.ts'
import { connectSignInEmail } from '../../../mailer/templates/account-emails.ts'
import { linkLifetimeMs } from '../account-rules.ts'
import {
  deleteTokens,
  findToken,
  replaceToken,
  takeToken,
  updateUser,
  userByEmail,
} from '../account-store.ts'
import type { LogIn } from '../sessions/login.ts'
import type { Client } from '../sessions/sessions.ts'
import {
  endForeignIdentities,
  type Begun,
  type Identities,
  type IdentitiesDeps,
} from './identities.ts'
import type { NamedIdentity } from './identity-rules.ts'

/** A sign-in that waits for the holder of the account with its address. */
export type Waiting = NamedIdentity & { email: string; teams: readonly number[] | null }

type ConfirmationDeps = IdentitiesDeps &
  Pick<FeatureDeps, 'mailer' | 'limiter' | 'publicUrl'> & { identities: Identities; logIn: LogIn }

/**
 * Connects a sign-in to the account that has its address already, once: by the password of the account, or by a mailed
 * link. The link counts only in the browser that signed in, so the click of its reader connects nobody else's sign-in.
 */
export function createIdentityConfirmation(deps: ConfirmationDeps) {
  const { db, mailer, limiter, publicUrl, sessions, familiar, teams, identities, logIn, now } = deps
  const byClient = limiter('sign-in link from client', { limit: 30, windowMs: 60_000 })
  const byAddress = limiter('sign-in link to address', { limit: 5, windowMs: 60 * 60_000 })
  const wrongLinks = limiter('connect sign-in from client', { limit: 30, windowMs: 60_000 })

  async function connectHeld(work: Work, user: UserRow, waiting: Waiting): Promise<void> {
    const isConnected = await identities.connectHeld(work, user, waiting)
    if (!isConnected) throw conflict(signInProblems.linked_elsewhere)
  }

  async function confirmByPassword(
    waiting: Waiting,
    password: string,
    from: Client,
    previous: UserActor | null,
  ): Promise<Begun> {
    if (!deps.signInRules.passwords) throw forbidden('Passwords are turned off on this server.')
    const { email } = waiting
    try {
      return await logIn({ email, password }, from, previous, async (work, user) => {
        await connectHeld(work, user, waiting)
        if (waiting.teams !== null) await teams.followGroups(work, user.id, waiting.teams)
      })
    } catch (error) {
      // The form has a field for the password alone.
      const texts = error instanceof Refusal ? error.errors?.['email'] : undefined
      throw texts ? invalid({ password: texts }) : error
    }
  }

  async function mailConnectLink(waiting: Waiting, from: Client): Promise<void> {
    const email_key = addressKey(waiting.email)
    await byClient.spend(clientGroup(from.address))
    await byAddress.spend(email_key)
    await db.transaction(async (tx, afterCommit) => {
      const user = await lockUser(tx, { email_key })
      if (!user) throw noLongerValid()
      const token = randomToken()
      await replaceToken(tx, {
        id: sha256Hex(token),
        user_id: user.id,
        purpose: 'connect_identity',
        email: user.email,
        created_at: now(),
        expires_at: now() + linkLifetimeMs,
      })
      const url = new URL(`sign-in/${token}`, publicUrl)
      const template = connectSignInEmail(user, url, linkLifetimeMs / 60_000)
      const mail = { kind: 'connect_sign_in', to: user.email, ...template }
      await mailer.enqueue([tx, afterCommit], mail)
    })
  }

  async function confirmByLink(
    waiting: Waiting,
    token: string,
    from: Client,
    previous: UserActor | null,
  ): Promise<Begun> {
    const id = sha256Hex(token)
    const found = await findToken(db.sql, id, 'connect_identity')
    const known = await userByEmail(db.sql, addressKey(waiting.email))
    const isOfAccount = found && found.user_id === known?.id && now() < found.expires_at
    if (!isOfAccount || addressKey(found.email) !== known.email_key) {
      await wrongLinks.spend(clientGroup(from.address))
      throw noLongerValid()
    }
    const opened = await db.transaction(async (tx, afterCommit) => {
      const user = await lockUser(tx, { id: known.id, email_key: known.email_key })
      if (!user || !(await takeToken(tx, id))) throw noLongerValid()
      if (user.disabled_at !== null) throw forbidden(signInProblems.disabled)
      const work: Work = [tx, afterCommit]
      if (user.email_verified_at === null) await takeFromStranger(work, user)
      await connectHeld(work, user, waiting)
      return identities.open(work, user, { teams: waiting.teams, isConfirmed: false, from })
    })
    return identities.begun(opened, { previous })
  }

  /** Anyone may have registered this address. Now its holder has proven it, and what others know opens nothing. */
  async function takeFromStranger([tx, afterCommit]: Work, user: UserRow): Promise<void> {
    await updateUser(tx, user.id, { password_hash: '', pending_email: null })
    await deleteTokens(tx, user.id, 'reset_password')
    await endForeignIdentities(tx, user)
    await familiar.forgetAllOf(tx, user.id)
    await sessions.endAllOf([tx, afterCommit], user.id)
  }

  return { confirmByPassword, confirmByLink, mailConnectLink }
}

const noLongerValid = () => gone('This link is no longer valid. Start the sign-in again.')
