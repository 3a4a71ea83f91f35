import type { Database } from '../../db/database.ts'
import { invalid, rateLimited } from '../../errors.ts'
import type { EventBus } from '../../events.ts'
import { createAttempts } from '../../lib/attempts.ts'
import { createPasswords, type Passwords } from '../../lib/passwords.ts'
import type { Mailer } from '../../mailer/mailer.ts'
import type { Teams } from '../teams/teams.ts'
import { emailKey, type RegistrationMode } from './account-rules.ts'
import { deleteExpiredTokens, userByEmail } from './account-store.ts'
import { isoTime } from './account-view.ts'
import { createEmailVerification } from './email-verification.ts'
import { createProvidedAccounts } from './provided-account.ts'
import { createPasswordChange } from './password-change.ts'
import { createPasswordCheck } from './password-check.ts'
import { createProfile } from './profile.ts'
import { createRegistration } from './registration.ts'
import { createSecurityNotices } from './security-notices.ts'
import { createSessions, type Client, type SignedIn } from './sessions.ts'

/**
 * People's accounts: registering, verifying an address, logging in and out, passwords, the profile.
 * Nothing here tells a stranger whether an address has an account, by its answers or by its time.
 */
export type Accounts = ReturnType<typeof createAccounts>

export type AccountsDeps = {
  db: Database
  events: EventBus
  teams: Pick<Teams, 'createPersonal' | 'removeAllOf'>
  mailer: Mailer
  passwords?: Passwords
  /** Links in mails are built from this alone, never from a request; read anew for each. */
  publicUrl: URL
  registration: RegistrationMode
  now: () => number
}

export function createAccounts(deps: AccountsDeps) {
  const { db, passwords = createPasswords(), now } = deps
  const sessions = createSessions(deps)
  const verification = createEmailVerification(deps)
  const registration = createRegistration({
    ...deps,
    passwords,
    mode: deps.registration,
    createPersonalTeam: deps.teams.createPersonal,
    verification,
  })
  const requirePassword = createPasswordCheck({ db, passwords, now })
  const notify = createSecurityNotices(deps)
  const own = { ...deps, passwords, sessions, verification, requirePassword, notify }
  const passwordChange = createPasswordChange(own)
  const profile = createProfile({ ...own, removeTeamsOf: deps.teams.removeAllOf })
  const guesses = createAttempts({ limit: 10, windowMs: 60_000, now })
  const logInsByAddress = createAttempts({ limit: 100, windowMs: 60_000, now })

  async function logIn(
    credentials: { email: string; password: string; remember?: boolean | undefined },
    client: Client,
    previous: SignedIn | null,
  ) {
    const key = emailKey(credentials.email)
    const guesser = `${client.address} ${key}`
    const wait = logInsByAddress.take(client.address) ?? guesses.take(guesser)
    if (wait !== null) throw rateLimited(wait)

    const user = await userByEmail(db.sql, key)
    const fits = await passwords.verify(user?.password_hash ?? null, credentials.password)
    if (!user || !fits) {
      throw invalid({ email: ['These credentials do not match our records.'] })
    }
    guesses.forget(guesser)
    if (previous) await sessions.end(previous)
    const session = await sessions.begin(user.id, credentials.remember ?? false, client)
    return { ...session, emailVerifiedAt: isoTime(user.email_verified_at) }
  }

  /** To be called now and then: expired sessions and tokens open nothing, but fill their tables. */
  async function removeExpired(): Promise<void> {
    await sessions.removeExpired()
    await deleteExpiredTokens(db.sql, now())
  }

  return {
    register: registration.register,
    provide: createProvidedAccounts({ ...own, createPersonalTeam: deps.teams.createPersonal }),
    verifyEmail: verification.confirm,
    resendVerification: verification.resend,
    logIn,
    logOut: sessions.end,
    findSession: sessions.find,
    getProfile: profile.get,
    updateProfile: profile.update,
    deleteAccount: profile.remove,
    changePassword: passwordChange.change,
    requestPasswordReset: passwordChange.requestReset,
    resetPassword: passwordChange.reset,
    requirePassword,
    removeExpired,
  }
}
