import type { Team } from '@mailstop/contract'
import type { ComponentType, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useCurrentTeam } from '../../features/teams/current-team.ts'
import { useTeams } from '../../features/teams/use-teams.ts'
import { failureOf } from '../../lib/api/query-client.ts'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { PageSkeleton } from '../../ui/pages/page-skeleton.tsx'
import { LinkedTeam } from './linked-team.tsx'

type WithTeamProps = {
  /** Shown until the teams are loaded. */
  loading?: ReactNode
  children: (team: Team) => ReactNode
}

/** Renders its children with the current team when the teams are loaded. A link may choose another one first. */
export function WithTeam({ loading = null, children }: WithTeamProps) {
  const teams = useTeams()
  const team = useCurrentTeam()
  const linked = useSearchParams()[0].get('team')
  if (team) return linked ? <LinkedTeam id={linked} /> : children(team)
  return failureOf(teams) !== null ? (
    <LoadError query={teams} title="Your teams could not be loaded" />
  ) : (
    loading
  )
}

export type TeamScreen = ComponentType<{ team: Team }>

/** The screen of the current team. Another team gets a new one, so that a shown password is hidden again. */
export const ofCurrentTeam = (Screen: TeamScreen) => () => (
  <WithTeam loading={<PageSkeleton />}>{(team) => <Screen key={team.id} team={team} />}</WithTeam>
)
