import type { Database } from '../../db/database.ts'
import { invalid } from '../../errors.ts'
import type { Limiter } from '../../lib/attempts.ts'
import { clientGroup } from '../../lib/client-group.ts'
import type { Passwords } from '../../lib/passwords.ts'
import { emailKey, familiarForMs } from './account-rules.ts'
import { userByEmail } from './account-store.ts'
import { isoTime } from './account-view.ts'
import { isFamiliar, rememberClient } from './familiar-client-store.ts'
import type { Client, Sessions, SignedIn } from './sessions.ts'

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
  now: () => number
}

type Credentials = { email: string; password: string; remember?: boolean | undefined }

export function createLogIn({ db, limiter, passwords, sessions, now }: LogInDeps) {
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

    const user = await userByEmail(db.sql, email_key)
    const fits = await passwords.verify(user?.password_hash ?? null, credentials.password)
    if (!user || !fits) {
      throw invalid({ email: ['These credentials do not match our records.'] })
    }
    await byGuesser.forget(guesser)
    await rememberClient(db.sql, { user_id: user.id, client, seen_at: now() })
    if (previous) await sessions.end(previous)
    const session = await sessions.begin(user.id, credentials.remember ?? false, from)
    return { ...session, emailVerifiedAt: isoTime(user.email_verified_at) }
  }
}
