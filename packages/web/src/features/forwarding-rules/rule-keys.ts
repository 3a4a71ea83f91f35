import type { Patterns } from './patterns.ts'

/** Names in the cache of what belongs to a team's forwarding rules: the live connection outdates it as one. */
export const ruleKeys = {
  all: (team: number) => ['teams', team, 'rules'] as const,
  list: (team: number) => [...ruleKeys.all(team), 'list'] as const,
  deliveries: (team: number, rule: number) => [...ruleKeys.all(team), 'deliveries', rule] as const,
  matches: (team: number, patterns: Patterns) => ['teams', team, 'rule-matches', patterns] as const,
}
