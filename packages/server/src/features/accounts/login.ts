import type { Database } from '../../db/database.ts'
import { lockUser } from '../../db/lock-user.ts'
import { invalid } from '../../errors.ts'
import type { Limiter } from '../../lib/attempts.ts'
import { clientGroup } from '../../lib/client-group.ts'
import { emailKey } from '../../lib/email-key.ts'
import type { Passwords } from '../../lib/passwords.ts'
import { familiarForMs } from './account-rules.ts'
import { userByEmail } from './account-store.ts'
import { isoTime } from './account-view.ts'
import { isFamiliar, rememberClient } from './familiar-client-store.ts'
import type { Client, Sessions, SignedIn } from './sessions.ts'

const noMatch = () => invalid({ email: ['These credentials do not match our records.'] })

/**
 * Logging in. Wrong passwords cost whoever tries them: a client has a budget in all and a smaller one
 * for each account. All clients from which nobody has logged in to an account lately share a third,
 * against guessing from many addresses; the owner's usual client has no part in it, so that nobody
 * can lock them out from elsewhere.
 */
type LogInDeps = {
  db: Database
  limiter: Limiter
  passwords: Passwords
  sessions: Sessions
  joinInvitedTeams: (userId: number) => Promise<void>
  now: () => number
}

type Credentials = { email: string; password: string; remember?: boolean | undefined }

export function createLogIn(deps: LogInDeps) {
  const { db, limiter, passwords, sessions, joinInvitedTeams, now } = deps
  const byClient = limiter('log in from client', { limit: 100, windowMs: 60_000 })
  const byGuesser = limiter('log in from client to account', { limit: 10, windowMs: 60_000 })
  const byStrangers = limiter('log in to account', { limit: 50, windowMs: 60 * 60_000 })

  return async function logIn(credentials: Credentials, from: Client, previous: SignedIn | null) {
    const email_key = emailKey(credentials.email)
    const client = clientGroup(from.address)
    const guesser = `${client} ${email_key}`
    await byClient.spend(client)
    await byGuesser.spend(guesser)
    const isUsual = await isFamiliar(db.sql, { email_key, client, since: now() - familiarForMs })
    if (!isUsual) await byStrangers.spend(email_key)

    const known = await userByEmail(db.sql, email_key)
    const fits = await passwords.verify(known?.password_hash ?? null, credentials.password)
    if (!known || !fits) throw noMatch()
    const { id, password_hash } = known
    const { user, session } = await db.transaction(async (tx) => {
      // A password that was reset since it was verified opens nothing.
      const user = await lockUser(tx, { id, password_hash })
      if (!user) throw noMatch()
      await rememberClient(tx, { user_id: id, client, seen_at: now() })
      return { user, session: await sessions.begin(tx, id, credentials.remember ?? false, from) }
    })
    await byGuesser.forget(guesser)
    if (user.email_verified_at !== null) await joinInvitedTeams(id)
    // Last, as it is told at once: other tabs then look again, and are to find the new session.
    if (previous) await sessions.end(previous)
    return { ...session, emailVerifiedAt: isoTime(user.email_verified_at) }
  }
}
