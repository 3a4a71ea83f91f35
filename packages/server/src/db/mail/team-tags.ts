import type { TeamTagRow } from '../schema.ts'

/**
 * Adds rows to the counts of tags, or makes the tags. A transaction changes a team's rows only while it holds the
 * team's row of `team_counters`, so that two writers neither lose a count nor form a deadlock.
 */
export const teamTagColumns = [
  'team_id',
  'key',
  'name',
  'total',
  'unread',
  'newest_mail',
] as const satisfies readonly (keyof TeamTagRow)[]

/** Follows an insert into `team_tags`. */
export const orAddToTag = `on conflict (team_id, key) do update set
  total = team_tags.total + excluded.total,
  unread = team_tags.unread + excluded.unread,
  newest_mail = case when excluded.newest_mail > team_tags.newest_mail
    then excluded.newest_mail else team_tags.newest_mail end`
