import type { Tx, Work } from '../../db/database.ts'
import { lockUser } from '../../db/locks.ts'
import type { UserRow } from '../../db/schema.ts'
import { Refusal } from '../../errors.ts'
import type { FeatureDeps } from '../feature-deps.ts'
import { addressKey } from '../../lib/network/address-key.ts'
import { randomToken } from '../../lib/secrets/tokens.ts'
import { listUsers, markVerified, userByEmail } from './account-store.ts'
import { isoTime } from './account-view.ts'
import type { OperatorRole } from './operator-role.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { createProvidedAccounts } from './registration/provided-account.ts'
import type { Sessions } from './sessions/sessions.ts'

type Deps = Pick<FeatureDeps, 'db' | 'now'> & {
  passwords: Passwords
  sessions: Sessions
  provide: ReturnType<typeof createProvidedAccounts>
  joinInvitedTeams: (userId: number) => Promise<void>
  makeResetLink: (tx: Tx, user: UserRow) => Promise<URL>
  replacePassword: (work: Work, user: UserRow, password_hash: string) => Promise<void>
  endAccount: (work: Work, userId: number) => Promise<void>
  setDisabled: (work: Work, userId: number, at: number | null) => Promise<void>
  operatorRole: OperatorRole
}

/**
 * Changes to accounts by the operator of the machine, whom the caller has checked: no password of the account is
 * asked for. Accounts are named by their address.
 */
export function createAccountAdministration(deps: Deps) {
  const { db, passwords, sessions, provide, now } = deps

  async function list() {
    const rows = await listUsers(db.longReads)
    return rows.map(({ email_verified_at, disabled_at, operator_at, created_at, ...row }) => ({
      ...row,
      verified: email_verified_at !== null,
      operator: operator_at !== null,
      disabled: disabled_at !== null,
      created_at: new Date(created_at).toISOString(),
    }))
  }

  /** Changes an account in one transaction that holds it. */
  async function change<T>(email: string, work: (held: Work, user: UserRow) => Promise<T>) {
    return db.transaction(async (tx, afterCommit) => {
      const user = await lockUser(tx, { email_key: addressKey(email) })
      if (!user) throw noAccount(email)
      return work([tx, afterCommit], user)
    })
  }

  /** A link for the holder to choose a password within an hour. */
  async function resetLink(email: string): Promise<string> {
    const url = await change(email, ([tx], user) => deps.makeResetLink(tx, user))
    return url.href
  }

  async function find(email: string): Promise<UserRow> {
    const user = await userByEmail(db.sql, addressKey(email))
    if (!user) throw noAccount(email)
    return user
  }

  return {
    list,
    find,
    resetLink,
    /** Refuses an address that has an account. Without a password only a link lets its holder in. */
    async create({
      password,
      ...account
    }: {
      name: string
      email: string
      password: string | null
    }) {
      const secret = password ?? randomToken()
      const { userId } = await provide({ ...account, password: secret }, { newOnly: true })
      await deps.joinInvitedTeams(userId)
      return { id: userId, link: password === null ? await resetLink(account.email) : null }
    },
    async resetPassword(email: string, password: string): Promise<void> {
      const password_hash = await passwords.hash(password)
      await change(email, (held, user) => deps.replacePassword(held, user, password_hash))
    },
    async verify(email: string): Promise<{ verified_at: string | null }> {
      const user = await change(email, async ([tx], held) => {
        await markVerified(tx, held.id, held.email_key, now())
        await deps.operatorRole.claim(tx, held.id)
        return held
      })
      await deps.joinInvitedTeams(user.id)
      return { verified_at: isoTime(user.email_verified_at ?? now()) }
    },
    /** A disabled account ends its sessions and admits no login. */
    disable: (email: string) =>
      change(email, (held, user) => deps.setDisabled(held, user.id, user.disabled_at ?? now())),
    enable: (email: string) => change(email, (held, user) => deps.setDisabled(held, user.id, null)),
    remove: (email: string) => change(email, (held, user) => deps.endAccount(held, user.id)),
    endSessions: (email: string) => change(email, (held, user) => sessions.endAllOf(held, user.id)),
  }
}

const noAccount = (email: string) =>
  new Refusal('not_found', { message: `${email} has no account.` })
