import type { UserActor } from '../../../actor.ts'
import type { Work } from '../../../db/database.ts'
import { lockUser } from '../../../db/locks.ts'
import type { UserRow } from '../../../db/schema.ts'
import { invalid } from '../../../errors.ts'
import type { FeatureDeps } from '../../feature-deps.ts'
import { clientGroup } from '../../../lib/network/client-group.ts'
import { addressKey } from '../../../lib/network/address-key.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { admittedAt, userByEmail } from '../account-store.ts'
import { isoTime } from '../account-view.ts'
import type { FamiliarClients } from './familiar-clients.ts'
import type { Client, Sessions } from './sessions.ts'

const noMatch = () => invalid({ email: ['These credentials do not match our records.'] })

const disabled = () =>
  invalid({ email: ['This account is disabled. Ask the operator of this server.'] })

/**
 * Logging in. Wrong passwords use up budgets: each client has one in all and a smaller one for each account. All
 * clients that have not logged in to an account recently share a third, against guessing from many addresses. The
 * owner's usual address is not part of that one, and the owner's usual browser has a budget of its own instead of all
 * three. So no other client can lock the owner out, not even from behind the same address.
 */
type LogInDeps = Pick<FeatureDeps, 'db' | 'limiter'> & {
  passwords: Passwords
  sessions: Sessions
  familiar: FamiliarClients
  joinInvitedTeams: (userId: number) => Promise<void>
}

type Credentials = { email: string; password: string; remember?: boolean | undefined }

export function createLogIn(deps: LogInDeps) {
  const { db, limiter, passwords, sessions, familiar, joinInvitedTeams } = deps
  const byClient = limiter('log in from client', { limit: 100, windowMs: 60_000 })
  const byGuesser = limiter('log in from client to account', { limit: 10, windowMs: 60_000 })
  const byStrangers = limiter('log in to account', { limit: 50, windowMs: 60 * 60_000 })

  /** `also` runs in the transaction of a log in that is right, with the account held. */
  return async function logIn(
    credentials: Credentials,
    from: Client,
    previous: UserActor | null,
    also?: (work: Work, user: UserRow) => Promise<void>,
  ) {
    const email_key = addressKey(credentials.email)
    const client = clientGroup(from.address)
    const browser = await familiar.knownBrowser(email_key, from)
    const guesser = `${browser ?? client} ${email_key}`
    if (browser === null) await byClient.spend(client)
    await byGuesser.spend(guesser)
    const isUsual = browser !== null || (await familiar.isUsualAddress(email_key, from))
    if (!isUsual) await byStrangers.spend(email_key)

    const known = await userByEmail(db.sql, email_key)
    const fits = await passwords.verify(known?.password_hash ?? null, credentials.password)
    if (!known || !fits) throw noMatch()
    const { id, password_hash } = known
    const { user, session, keptBrowser } = await db.transaction(async (tx, afterCommit) => {
      // A password that was reset since it was verified opens nothing.
      const user = await lockUser(tx, { id, password_hash })
      if (!user) throw noMatch()
      // Only a client that knows the password learns it.
      if (user.disabled_at !== null) throw disabled()
      await also?.([tx, afterCommit], user)
      const keptBrowser = await familiar.remember(tx, id, from)
      const remember = credentials.remember ?? false
      const session = await sessions.begin(tx, id, { remember }, from)
      return { user, session, keptBrowser }
    })
    await byGuesser.forget(guesser)
    if (user.email_verified_at !== null) await joinInvitedTeams(id)
    // Comes last, since the event is sent at once: other tabs then fetch again, and must find the new session.
    if (previous) await sessions.end(previous)
    const emailVerifiedAt = isoTime(await admittedAt(db.sql, user))
    return { ...session, browser: keptBrowser, emailVerifiedAt }
  }
}

export type LogIn = ReturnType<typeof createLogIn>
