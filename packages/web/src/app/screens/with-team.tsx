import type { Team } from '@mailstop/contract'
import type { ReactNode } from 'react'
import { useCurrentTeam } from '../../features/teams/current-team.ts'
import { useTeams } from '../../features/teams/use-teams.ts'
import { errorText } from '../../lib/api-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'

/** Shows what belongs to the current team, once there is one. */
export function WithTeam({ children }: { children: (team: Team) => ReactNode }) {
  const teams = useTeams()
  const team = useCurrentTeam()
  if (team) return children(team)
  if (!teams.isError) return null
  return (
    <ErrorState
      title="Your teams could not be loaded"
      retrying={teams.isFetching}
      onRetry={() => void teams.refetch()}
    >
      {errorText(teams.error)}
    </ErrorState>
  )
}
