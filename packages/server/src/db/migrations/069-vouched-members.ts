import type { DialectName } from '../dialect.ts'
import { columnTypes } from './column-types.ts'

/** Links of invitations that owners copy, and the members who joined by one. */
export function vouchedMembers(dialect: DialectName): string[] {
  const { integer } = columnTypes[dialect]
  return [
    `alter table team_invites add column link_hash text`,
    `alter table team_invites add column link_copied_at ${integer}`,
    `create unique index team_invites_link on team_invites (link_hash)`,
    `alter table team_members add column vouched_at ${integer}`,
  ]
}
