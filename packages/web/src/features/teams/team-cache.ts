import type { Team } from '@mailstop/contract'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../lib/api/queries.ts'
import { replaceChoice } from './current-team.ts'
import { teamsQuery } from './use-teams.ts'

/** What is cached of the user's teams, changed by what this page has done to them. */

/** Adds a team, or puts it in the place of what is known of it. */
export async function keepTeam(queryClient: QueryClient, changed: Team): Promise<void> {
  await change(queryClient, (teams) =>
    teams.some(({ id }) => id === changed.id)
      ? teams.map((team) => (team.id === changed.id ? changed : team))
      : [...teams, changed],
  )
}

/** Takes out a team that is the user's no longer, with everything that was fetched of it. */
export async function forgetTeam(queryClient: QueryClient, gone: number): Promise<void> {
  const next = queryClient.getQueryData(teamsQuery.queryKey)?.find(({ id }) => id !== gone)
  if (next) replaceChoice(gone, next.id)
  await change(queryClient, (teams) => teams.filter(({ id }) => id !== gone))
  queryClient.removeQueries({ queryKey: queryKeys.team(gone) })
}

async function change(queryClient: QueryClient, changed: (teams: Team[]) => Team[]): Promise<void> {
  // An answer that is under way knows nothing of the change, and would undo it.
  await queryClient.cancelQueries(teamsQuery)
  queryClient.setQueryData(teamsQuery.queryKey, (teams) => teams && changed(teams))
}

/** Named so that the page knows, when its channel closes, that it is itself the cause. */
export const departureKey = (team: number) => [...queryKeys.team(team), 'departure']
