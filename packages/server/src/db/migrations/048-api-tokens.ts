import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Tokens with which programs act for a team. */
export function apiTokens(dialect: DialectName): string[] {
  const { integer, countedId, end } = columnTypes[dialect]
  return [
    `create table api_tokens (
      id ${countedId},
      team_id ${integer} not null references teams (id) on delete cascade,
      name text not null,
      hash text not null unique,
      hint text not null,
      scopes text not null,
      created_by ${integer} references users (id) on delete set null,
      created_at ${integer} not null,
      expires_at ${integer},
      revoked_at ${integer},
      last_used_at ${integer},
      last_used_address text,
      last_used_agent text
    ) ${end}`,
    `create index api_tokens_by_team on api_tokens (team_id)`,
    `create index api_tokens_by_creator on api_tokens (created_by)`,
  ]
}
