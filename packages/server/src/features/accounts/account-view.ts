import type { User } from '@mailstop/contract'
import type { UserRow } from '../../db/schema.ts'

export function userView(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    pending_email: row.pending_email,
    email_verified_at: isoTime(row.email_verified_at),
    avatar: null,
  }
}

export const isoTime = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString()
