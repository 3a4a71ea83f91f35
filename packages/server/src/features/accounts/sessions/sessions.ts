import type { Session } from '@mailstop/contract'
import type { UserActor } from '../../../actor.ts'
import type { Database, Tx, Work } from '../../../db/database.ts'
import { notFound } from '../../../errors.ts'
import type { EventBus } from '../../../events.ts'
import { randomToken, sha256Hex } from '../../../lib/secrets/tokens.ts'
import { longestSessionMs, newSessionTimes, renewal } from '../account-rules.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  insertSession,
  livingSession,
  livingSessionsOf,
  renewSession,
} from './session-store.ts'
import { admittedAt } from '../account-store.ts'
import { handleOf, sessionView } from '../account-view.ts'

/**
 * Signed-in browsers. A session is a random token that only its cookie holds; the table knows its
 * hash. Remembered sessions end 60 days after logging in, others 24 hours after their last use.
 */
export type Sessions = ReturnType<typeof createSessions>

export type Client = {
  address: string
  userAgent: string
  /** The browser's token of `familiar-clients.ts`, when it shows one. */
  browser?: string | null
}

type SessionsDeps = { db: Database; events: EventBus; now: () => number }

export function createSessions({ db, events, now }: SessionsDeps) {
  /**
   * Begins a session in the transaction that checks the credentials. The token is always new, so that a token planted
   * before the log in is useless (session fixation). With `isConfirmed`, its user has just logged in at an issuer.
   */
  async function begin(
    tx: Tx,
    userId: number,
    { remember, isConfirmed = false }: { remember: boolean; isConfirmed?: boolean },
    client: Client,
  ) {
    const token = randomToken()
    await insertSession(tx, {
      id: sha256Hex(token),
      user_id: userId,
      ...newSessionTimes(remember, now()),
      user_agent: client.userAgent,
      remote_address: client.address,
      confirmed_at: isConfirmed ? now() : null,
    })
    return { token, lifetimeMs: remember ? longestSessionMs : null }
  }

  async function find(token: string): Promise<UserActor | null> {
    const session = await livingSession(db.sql, sha256Hex(token), now())
    if (!session) return null
    const times = renewal(session, now())
    if (times) await renewSession(db.sql, session.id, times)
    const { user_id: id, email_verified_at } = session
    const verified = (await admittedAt(db.sql, { id, email_verified_at })) !== null
    const operator = session.operator_at !== null
    return { kind: 'user', userId: session.user_id, sessionId: session.id, verified, operator }
  }

  async function isLiving({ sessionId }: Pick<UserActor, 'sessionId'>): Promise<boolean> {
    return (await livingSession(db.sql, sessionId, now())) !== undefined
  }

  async function end({
    sessionId,
    userId,
  }: Pick<UserActor, 'sessionId' | 'userId'>): Promise<void> {
    if (await deleteSession(db.sql, sessionId)) events.emit('sessionEnded', { sessionId, userId })
  }

  /** Signs a user out everywhere, or everywhere else; the event follows the commit. */
  async function endAllOf(
    [tx, afterCommit]: Work,
    userId: number,
    except: string | null = null,
  ): Promise<void> {
    for (const sessionId of await deleteSessionsOf(tx, userId, except)) {
      afterCommit(() => events.emit('sessionEnded', { sessionId, userId }))
    }
  }

  async function list({ userId, sessionId }: UserActor): Promise<Session[]> {
    const rows = await livingSessionsOf(db.sql, userId, now())
    return rows.map((row) => sessionView(row, sessionId))
  }

  /** Ends the actor's session of that handle; returns whether it is the session of this request. */
  async function endOneOf({ userId, sessionId }: UserActor, handle: string): Promise<boolean> {
    const rows = await livingSessionsOf(db.sql, userId, now())
    const row = rows.find(({ id }) => handleOf(id) === handle)
    if (!row) throw notFound()
    await end({ sessionId: row.id, userId })
    return row.id === sessionId
  }

  async function endOthersOf({ userId, sessionId }: UserActor): Promise<void> {
    await db.transaction((tx, afterCommit) => endAllOf([tx, afterCommit], userId, sessionId))
  }

  async function removeExpired(): Promise<void> {
    for (const { id, user_id } of await deleteExpiredSessions(db.sql, now())) {
      events.emit('sessionEnded', { sessionId: id, userId: user_id })
    }
  }

  return { begin, find, isLiving, end, endAllOf, list, endOneOf, endOthersOf, removeExpired }
}
