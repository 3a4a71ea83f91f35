import type { UserActor } from '../../../actor.ts'
import { lockTeam, lockUser } from '../../../db/locks.ts'
import { invalid } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { addressKey } from '../../../lib/network/address-key.ts'
import type { ApiTokens } from '../../api-tokens/api-tokens.ts'
import type { SmtpCredentials } from '../../inboxes/smtp-credentials.ts'
import type { Teams } from '../../teams/teams.ts'
import { hasAccounts, insertUser, openUserKey, updateUser, userByEmail } from '../account-store.ts'
import type { OperatorRole } from '../operator-role.ts'
import type { Passwords } from '../passwords/passwords.ts'

/**
 * The store of open mode has one user, who is no person: every browser that may ask acts as this user, and all mail
 * is in its team (docs/decisions/021-open-mode.md).
 */
export type OpenMode = ReturnType<typeof createOpenMode>

export type OpenUser = { userId: number; teamId: number }

type OpenModeDeps = Pick<FeatureDeps, 'db' | 'now'> & {
  passwords: Passwords
  teams: Pick<Teams, 'createPersonal' | 'listFor' | 'rename'>
  credentials: Pick<SmtpCredentials, 'replace'>
  tokens: Pick<ApiTokens, 'endAllOf'>
  operatorRole: OperatorRole
}

const openUser = {
  name: 'Open inbox',
  email: 'you@mailstop.test',
  email_key: openUserKey,
  // No password matches it.
  password_hash: '',
}

export function createOpenMode(deps: OpenModeDeps) {
  const { db, passwords, teams, credentials, tokens, operatorRole, now } = deps

  async function find(): Promise<OpenUser | null> {
    const user = await userByEmail(db.sql, openUserKey)
    if (!user) return null
    const [team] = await teams.listFor(user.id)
    if (!team) {
      throw new Error(
        'The user of open mode has no team: the database is damaged. Restore it from a backup',
      )
    }
    return { userId: user.id, teamId: team.id }
  }

  /** Null when the store has accounts. Otherwise, the user is made if there is none yet. */
  async function begin(): Promise<OpenUser | null> {
    if (await hasAccounts(db.sql)) return null
    const known = await find()
    if (known) return known
    return db.transaction(async (tx) => {
      const at = now()
      const id = await insertUser(tx, { ...openUser, email_verified_at: at, created_at: at })
      if (id === null) throw new Error('The user of open mode was made by another process')
      const teamId = await teams.createPersonal(tx, { id, name: openUser.name })
      return { userId: id, teamId }
    })
  }

  /**
   * Gives the open team to a person with a password. It keeps its mail, gets other SMTP credentials and loses its
   * tokens, because everybody could have those. False when the store is not one of open mode.
   */
  async function end(account: { name: string; email: string; password: string }): Promise<boolean> {
    const open = await find()
    if (!open) return false
    const email_key = addressKey(account.email)
    if (await userByEmail(db.sql, email_key)) {
      throw invalid({ email: [`${account.email} has an account already`] })
    }
    const { userId, teamId } = open
    const { name, email } = account
    const actor: UserActor = { kind: 'user', userId, sessionId: '', verified: true }
    const password_hash = await passwords.hash(account.password)
    await teams.rename({ actor, action: 'rename', teamId }, name)
    await db.transaction(async (tx, afterCommit) => {
      await lockUser(tx, { id: userId })
      await lockTeam(tx, teamId)
      const email_verified_at = now()
      await updateUser(tx, userId, { name, email, email_key, password_hash, email_verified_at })
      await operatorRole.claim(tx, userId)
      await credentials.replace([tx, afterCommit], { actor, action: 'rotate_credentials', teamId })
      await tokens.endAllOf([tx, afterCommit], teamId)
    })
    return true
  }

  return { find, begin, end }
}
