import type { User } from '@mailstop/contract'
import type { UserActor } from '../../actor.ts'
import type { Work } from '../../db/database.ts'
import type { UserRow } from '../../db/schema.ts'
import { signedOut } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { addressKey } from '../../lib/network/address-key.ts'
import type { Teams } from '../teams/teams.ts'
import { admittedAt, markDeleted, renameUser, userById } from './account-store.ts'
import { userView } from './account-view.ts'
import type { AddressChange } from './address-change.ts'
import { forgetClientsOf } from './sessions/familiar-client-store.ts'
import type { PasswordCheck } from './passwords/password-check.ts'
import type { Sessions } from './sessions/sessions.ts'

type ProfileDeps = Pick<FeatureDeps, 'db' | 'now'> & {
  addressChange: AddressChange
  sessions: Sessions
  requirePassword: PasswordCheck
  teams: Pick<Teams, 'removeAllOf'>
  /** The names of the teams that wait for the holder of this address. */
  invitersOf: (email: string) => Promise<string[]>
}

type Changes = { name: string; email: string; password?: string | undefined }

/**
 * The signed-in user's own account. A new address needs the password, as it could take the account
 * over, and is only pending until it is proven. A client that does not send the password is asked for it
 * by the page of the link.
 */
export function createProfile(deps: ProfileDeps) {
  const { db, addressChange, sessions, requirePassword, teams, now } = deps

  async function get(userId: number): Promise<User> {
    const user = await existing(userId)
    const hasProven = user.email_verified_at !== null
    return userView(user, {
      admittedAt: await admittedAt(db.sql, user),
      invitedBy: hasProven ? await deps.invitersOf(user.email) : [],
    })
  }

  async function update(actor: UserActor, { name, email, password }: Changes): Promise<User> {
    const { userId } = actor
    const user = await existing(userId)
    if (addressKey(email) === user.email_key) {
      if (await renameUser(db.sql, user, { name, email })) return get(userId)
      // The account has moved to another address meanwhile, or is gone: reads it as it is now.
      return update(actor, { name, email, password })
    }
    const holdConfirmed =
      password === undefined ? null : await requirePassword(actor, password, 'password')
    const isAsked = await addressChange.ask(user, { name, email }, holdConfirmed)
    return isAsked ? get(userId) : update(actor, { name, email, password })
  }

  /**
   * Refuses while the user owns teams with other members or open invitations. Otherwise the account ends at once. Its
   * mail then goes in steps, as that of any team that was deleted.
   */
  async function remove(actor: UserActor, password: string): Promise<void> {
    const { userId } = actor
    const holdConfirmed = await requirePassword(actor, password, 'password')
    await db.transaction(async (tx, afterCommit) => {
      await holdConfirmed(tx)
      await removeHeld([tx, afterCommit], userId)
    })
  }

  /** Removes an account that is held. */
  async function removeHeld([tx, afterCommit]: Work, userId: number): Promise<void> {
    await teams.removeAllOf([tx, afterCommit], userId)
    await sessions.endAllOf([tx, afterCommit], userId)
    await forgetClientsOf(tx, userId)
    await markDeleted(tx, userId, now())
  }

  async function existing(userId: number): Promise<UserRow> {
    const user = await userById(db.sql, userId)
    if (!user) throw signedOut()
    return user
  }

  return { get, update, remove, removeHeld }
}
