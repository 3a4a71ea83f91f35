import type { Database, Tx } from '../../db/database.ts'
import { forbidden } from '../../errors.ts'
import type { Limiter } from '../../lib/attempts.ts'
import { clientGroup } from '../../lib/client-group.ts'
import type { Passwords } from '../../lib/passwords.ts'
import type { Mailer } from '../../mailer/mailer.ts'
import { alreadyRegisteredLetter } from '../../mailer/templates/already-registered-letter.ts'
import { emailKey, registrationRefusal, type RegistrationMode } from './account-rules.ts'
import { insertUser } from './account-store.ts'
import type { EmailVerification } from './email-verification.ts'

export type NewAccount = { name: string; email: string; password: string }

export type RegistrationDeps = {
  db: Database
  mode: RegistrationMode
  createPersonalTeam: (tx: Tx, user: { id: number; name: string }) => Promise<unknown>
  verification: EmailVerification
  mailer: Pick<Mailer, 'enqueue'>
  limiter: Limiter
  passwords: Passwords
  publicUrl: URL
  now: () => number
}

/**
 * New accounts. Whoever registers learns nothing about other accounts: an address that has one gets
 * the same answer after the same work, and its holder a mail instead.
 */
export function createRegistration(deps: RegistrationDeps) {
  const { db, mode, verification, mailer, limiter, passwords, publicUrl, now } = deps
  const byClient = limiter('register from client', { limit: 60, windowMs: 60_000 })
  const byAddress = limiter('register address', { limit: 20, windowMs: 60 * 60_000 })
  // The second of them, as the first may be what made the account.
  const notices = limiter('tell holder of address', { limit: 2, windowMs: 60 * 60_000 })

  async function register(account: NewAccount, clientAddress: string): Promise<void> {
    const refusal = registrationRefusal(mode)
    if (refusal !== null) throw forbidden(refusal)
    const email_key = emailKey(account.email)
    await byClient.spend(clientGroup(clientAddress))
    await byAddress.spend(email_key)

    const password_hash = await passwords.hash(account.password)
    // Both outcomes commit once, with one mail. The rest of the work, under a millisecond that only a
    // new account needs, goes on behind a hash that takes many times as long.
    await Promise.all([
      create(account, password_hash, email_key),
      passwords.verify(null, account.password),
    ])
  }

  async function create({ name, email }: NewAccount, password_hash: string, email_key: string) {
    const isToBeTold = await notices.take(email_key)
    await db.transaction(async (tx, afterCommit) => {
      const times = { email_verified_at: null, created_at: now() }
      const id = await insertUser(tx, { name, email, email_key, password_hash, ...times })
      if (id === null) {
        const letter = alreadyRegisteredLetter(new URL('/login', publicUrl))
        const to = isToBeTold ? email : null
        await mailer.enqueue([tx, afterCommit], { kind: 'already_registered', to, ...letter })
        return
      }
      await deps.createPersonalTeam(tx, { id, name })
      await verification.send([tx, afterCommit], { id, name, email })
    })
  }

  return { register }
}
