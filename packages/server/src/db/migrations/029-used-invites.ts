import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Which invitations a relay carried to their address, and who used one up. */
export function usedInvites(dialect: DialectName): string[] {
  const { integer, end } = columnTypes[dialect]
  return [
    `alter table team_invites add column was_relayed ${integer} not null default 0`,
    `create table used_invites (
      token_hash text primary key not null,
      team_id ${integer} not null references teams (id) on delete cascade,
      user_id ${integer} not null references users (id) on delete cascade,
      expires_at ${integer} not null
    ) ${end}`,
    'create index used_invites_of_team on used_invites (team_id)',
    'create index used_invites_of_user on used_invites (user_id)',
    'create index used_invites_by_expiry on used_invites (expires_at)',
  ]
}
