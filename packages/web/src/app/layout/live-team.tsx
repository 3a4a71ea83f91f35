import type { Team } from '@mailstop/contract'
import { useLiveTeam } from '../../features/teams/use-live-team.ts'

/** Keeps the current team fresh on every page, and leads on when the user is no longer in it. */
export function LiveTeam({ team }: { team: Team }) {
  useLiveTeam(team)
  return null
}
