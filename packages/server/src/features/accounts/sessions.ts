import type { AfterCommit, Database, Tx } from '../../db/database.ts'
import type { EventBus } from '../../events.ts'
import { randomToken, sha256Hex } from '../../lib/tokens.ts'
import { longestSessionMs, newSessionTimes, renewedExpiry } from './account-rules.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  insertSession,
  livingSession,
  renewSession,
} from './session-store.ts'

/**
 * Signed-in browsers. A session is a random token that only its cookie holds; the table knows its
 * hash. Remembered sessions end 60 days after logging in, others 24 hours after their last use.
 */
export type Sessions = ReturnType<typeof createSessions>

export type Client = { address: string; userAgent: string }
export type SignedIn = { userId: number; sessionId: string; verified: boolean }

type SessionsDeps = { db: Database; events: EventBus; now: () => number }

export function createSessions({ db, events, now }: SessionsDeps) {
  /** Always a new token, so that one planted before logging in opens nothing. */
  async function begin(userId: number, remember: boolean, client: Client) {
    const token = randomToken()
    await insertSession(db.sql, {
      id: sha256Hex(token),
      user_id: userId,
      ...newSessionTimes(remember, now()),
      user_agent: client.userAgent,
      remote_address: client.address,
    })
    return { token, lifetimeMs: remember ? longestSessionMs : null }
  }

  async function find(token: string): Promise<SignedIn | null> {
    const session = await livingSession(db.sql, sha256Hex(token), now())
    if (!session) return null
    const expiry = renewedExpiry(session, now())
    if (expiry !== null) {
      await renewSession(db.sql, session.id, { seen_at: now(), expires_at: expiry })
    }
    const verified = session.email_verified_at !== null
    return { userId: session.user_id, sessionId: session.id, verified }
  }

  async function end({ sessionId, userId }: { sessionId: string; userId: number }): Promise<void> {
    if (await deleteSession(db.sql, sessionId)) events.emit('sessionEnded', { sessionId, userId })
  }

  /** Signs a user out everywhere, or everywhere else; told once it is committed. */
  async function endAllOf(
    [tx, afterCommit]: [Tx, AfterCommit],
    userId: number,
    except: string | null = null,
  ): Promise<void> {
    for (const sessionId of await deleteSessionsOf(tx, userId, except)) {
      afterCommit(() => events.emit('sessionEnded', { sessionId, userId }))
    }
  }

  async function removeExpired(): Promise<void> {
    for (const { id, user_id } of await deleteExpiredSessions(db.sql, now())) {
      events.emit('sessionEnded', { sessionId: id, userId: user_id })
    }
  }

  return { begin, find, end, endAllOf, removeExpired }
}
