import type { Database, Tx } from '../../db/database.ts'
import { forbidden, rateLimited } from '../../errors.ts'
import { createAttempts } from '../../lib/attempts.ts'
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
  mailer: Mailer
  passwords: Passwords
  publicUrl: URL
  now: () => number
}

/**
 * New accounts. Whoever registers learns nothing about other accounts: an address that has one gets
 * the same answer after the same work, and its holder a mail instead.
 */
export function createRegistration(deps: RegistrationDeps) {
  const { db, mode, verification, mailer, passwords, publicUrl, now } = deps
  const perAddress = createAttempts({ limit: 60, windowMs: 60_000, now })
  const notices = createAttempts({ limit: 1, windowMs: 60 * 60_000, now })

  async function register(account: NewAccount, clientAddress: string): Promise<void> {
    const refusal = registrationRefusal(mode)
    if (refusal !== null) throw forbidden(refusal)
    const wait = perAddress.take(clientAddress)
    if (wait !== null) throw rateLimited(wait)

    const passwordHash = await passwords.hash(account.password)
    const creation = db.transaction(async (tx, afterCommit) => {
      const user = { name: account.name, email: account.email }
      const id = await insertUser(tx, {
        ...user,
        email_key: emailKey(account.email),
        password_hash: passwordHash,
        email_verified_at: null,
        created_at: now(),
      })
      if (id === null) return false
      await deps.createPersonalTeam(tx, { id, name: user.name })
      afterCommit(await verification.prepare(tx, { id, ...user }))
      return true
    })
    // Longer than either outcome takes, so that the answer comes as late for both.
    const [isNew] = await Promise.all([creation, passwords.verify(null, account.password)])
    if (!isNew) notifyHolder(account.email)
  }

  function notifyHolder(email: string): void {
    if (notices.take(emailKey(email)) !== null) return
    mailer.send({ to: email, ...alreadyRegisteredLetter(new URL('/login', publicUrl)) })
  }

  return { register }
}
