import { randomUUID } from 'node:crypto'
import { forbidden } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { clientGroup } from '../../../lib/network/client-group.ts'
import { addressKey } from '../../../lib/network/address-key.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { alreadyRegisteredEmail } from '../../../mailer/templates/account-emails.ts'
import type { Teams } from '../../teams/teams.ts'
import { registrationRefusal, type RegistrationMode } from '../account-rules.ts'
import { deleteUser, insertUser, userByEmail } from '../account-store.ts'
import type { FamiliarClients } from '../sessions/familiar-clients.ts'
import type { OperatorRole } from '../operator-role.ts'
import type { EmailVerification } from './email-verification.ts'

export type NewAccount = {
  name: string
  email: string
  password: string
  /** The token of an invitation, which an invited person may need. */
  invite?: string | undefined
}
type Prepared = {
  name: string
  email: string
  email_key: string
  password_hash: string
  /** Whether the address needs no verification. */
  isProven: boolean
  /** The token by which the browser is known again. */
  browser: string
}

export type RegistrationDeps = Pick<
  FeatureDeps,
  'db' | 'mailer' | 'limiter' | 'publicUrl' | 'now'
> & {
  mode: RegistrationMode
  /** Accounts that one client may ask for in an hour. */
  accountsPerAddress: number
  teams: Pick<Teams, 'createPersonal' | 'takeBackPersonal'>
  verification: EmailVerification
  isInvited: (email: string, token: string) => Promise<boolean>
  isFirstAccount: (email: string, token: string) => Promise<boolean>
  provesAddress: (email: string, token: string) => Promise<boolean>
  passwords: Passwords
  operatorRole: OperatorRole
  familiar: Pick<FamiliarClients, 'tokenOf' | 'rememberRegistration'>
}

/** A client may ask for this many times as many accounts where all of them are invited. */
const roomForInvited = 5

const tooManyAccounts = 'Too many accounts were requested from your network. Try again later.'

/**
 * New accounts. Registering reveals nothing about other accounts: for an address that has an
 * account, a second one is created and rolled back at once. So the answer, the work and the ids
 * used are the same, and the holder of the address gets an email.
 */
export function createRegistration(deps: RegistrationDeps) {
  const { db, mode, teams, verification, mailer, limiter, passwords, publicUrl } = deps
  const { operatorRole, familiar, now } = deps
  const byClient = limiter('register from client', { limit: 60, windowMs: 60_000 })
  const hourly = (limit: number) =>
    limiter('accounts from client', { limit, windowMs: 60 * 60_000 })
  const ofAnyone = hourly(deps.accountsPerAddress)
  // Counts with the others, but with a higher limit, so that a team can invite a whole office.
  const ofInvited = hourly(deps.accountsPerAddress * roomForInvited)
  const byAddress = limiter('register address', { limit: 20, windowMs: 60 * 60_000 })
  // Asks the second one only then, since the first may have created the account.
  const notices = limiter('tell holder of address', { limit: 2, windowMs: 60 * 60_000 })

  /** Returns the token that the browser shows from now on: it may confirm the address of its account. */
  async function register(
    account: NewAccount,
    clientAddress: string,
    browser: string | null = null,
  ): Promise<string> {
    const { email, invite } = account
    const isFirst = invite !== undefined && (await deps.isFirstAccount(email, invite))
    const isInvited =
      mode !== 'closed' && invite !== undefined && (await deps.isInvited(email, invite))
    const refusal = isFirst ? null : registrationRefusal(mode, isInvited)
    if (refusal !== null) throw forbidden(refusal)
    const email_key = addressKey(email)
    const client = clientGroup(clientAddress)
    await byClient.spend(client)
    // Counts before any query about the address, so alike for addresses with and without an account.
    await (isInvited ? ofInvited : ofAnyone).spend(client, { message: tooManyAccounts })
    await byAddress.spend(email_key)

    const isProven =
      isFirst || (isInvited && invite !== undefined && (await deps.provesAddress(email, invite)))
    const password_hash = await passwords.hash(account.password)
    const shown = familiar.tokenOf({ address: clientAddress, browser })
    // A hash, which takes much longer, hides the small difference in the work.
    await Promise.all([
      create({ ...account, email_key, password_hash, isProven, browser: shown }),
      passwords.verify(null, account.password),
    ])
    return shown
  }

  async function create(account: Prepared): Promise<void> {
    const { name, email, email_key, password_hash, isProven } = account
    const mayNotify = await notices.take(email_key)
    await db.transaction(async (tx, afterCommit) => {
      const isTaken = (await userByEmail(tx, email_key)) !== undefined
      const key = isTaken ? `taken back: ${randomUUID()}` : email_key
      const times = { email_verified_at: isProven ? now() : null, created_at: now() }
      const id = await insertUser(tx, { name, email, email_key: key, password_hash, ...times })
      const team = id === null ? null : await teams.createPersonal(tx, { id, name })
      if (id !== null && !isTaken) {
        await familiar.rememberRegistration(tx, id, account.browser)
        if (isProven) await operatorRole.claim(tx, id)
        else await verification.send([tx, afterCommit], { id, name, email })
        return
      }
      // Null when another request registered the address in the meantime.
      if (id !== null && team !== null) {
        // No event is published, since no client knows this account yet.
        await teams.takeBackPersonal(tx, team)
        await deleteUser(tx, id)
      }
      const template = alreadyRegisteredEmail(new URL('login', publicUrl))
      const to = mayNotify ? email : null
      await mailer.enqueue([tx, afterCommit], { kind: 'already_registered', to, ...template })
    })
  }

  return { register }
}
