import type { User, Session } from '@mailstop/contract'
import type { UserRow, SessionRow } from '../../db/schema.ts'
import { parse } from 'bowser'
import { openUserKey } from './account-store.ts'
import { sha256Hex } from '../../lib/secrets/tokens.ts'

type Found = {
  /** Since when the user may come in, by a proven address or a vouched one. */
  admittedAt: number | null
  invitedBy: string[]
}

export function userView(row: UserRow, { admittedAt, invitedBy }: Found): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    pending_email: row.pending_email,
    email_verified_at: isoTime(admittedAt),
    email_vouched: row.email_verified_at === null && admittedAt !== null,
    invited_by: invitedBy,
    avatar: null,
    has_password: row.password_hash !== '',
    operator: row.operator_at !== null && row.email_verified_at !== null,
    is_open: row.email_key === openUserKey,
  }
}

export const isoTime = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString()

/** The name of a session that its user sees: made from its id, which is never shown. */
export const handleOf = (sessionId: string): string => sha256Hex(`handle:${sessionId}`).slice(0, 32)

export function sessionView(row: SessionRow, currentId: string): Session {
  return {
    id: handleOf(row.id),
    created_at: new Date(row.created_at).toISOString(),
    last_seen_at: new Date(row.seen_at).toISOString(),
    user_agent: clientName(row.user_agent),
    address: row.remote_address,
    current: row.id === currentId,
  }
}

/** A browser's name for its owner, such as “Firefox on Linux”; a program has its own name. */
export function clientName(userAgent: string): string {
  const { browser, os } = userAgent === '' ? {} : parse(userAgent)
  const program = /^([\w.-]{1,40})\//.exec(userAgent)?.[1] ?? 'Unknown client'
  return [browser?.name || program, os?.name].filter(Boolean).join(' on ')
}
