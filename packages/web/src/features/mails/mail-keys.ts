import type { ListFilter } from './list/list-filter.ts'

/** Names in the cache of what belongs to a team's mail. Everything of a team begins alike. */
export const mailKeys = {
  lists: (team: number) => ['teams', team, 'mails', 'list'] as const,
  list: (team: number, filter: ListFilter) => [...mailKeys.lists(team), filter] as const,
  more: (team: number, filter: ListFilter) => ['teams', team, 'mails', 'more', filter] as const,
  details: (team: number) => ['teams', team, 'mails', 'detail'] as const,
  detail: (team: number, mail: number) => [...mailKeys.details(team), mail] as const,
  source: (team: number, mail: number) => ['teams', team, 'mails', 'source', mail] as const,
  changes: (team: number) => ['teams', team, 'mails', 'change'] as const,
  counters: (team: number) => ['teams', team, 'counters'] as const,
}
