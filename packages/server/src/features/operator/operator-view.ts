import type { OperatorTeam, OperatorUser } from '@mailstop/contract'
import type { TeamListRow, UserListRow } from './operator-store.ts'

export const isoTime = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString()

export function operatorUserView(row: UserListRow): OperatorUser {
  const seenAt = Math.max(row.session_seen_at ?? 0, row.client_seen_at ?? 0)
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    email_verified_at: isoTime(row.email_verified_at),
    operator: row.operator_at !== null && row.email_verified_at !== null,
    disabled_at: isoTime(row.disabled_at),
    created_at: new Date(row.created_at).toISOString(),
    last_seen_at: isoTime(seenAt === 0 ? null : seenAt),
    teams_count: Number(row.teams_count ?? 0),
  }
}

export function operatorTeamView(row: TeamListRow): OperatorTeam {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email },
    members_count: Number(row.members_count ?? 0),
    messages: row.total,
    bytes: row.bytes,
    max_mails: row.max_mails,
    max_bytes: row.max_bytes,
    suspended_at: isoTime(row.deactivated_at),
    created_at: new Date(row.created_at).toISOString(),
  }
}
