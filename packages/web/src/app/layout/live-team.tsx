import type { Team } from '@mailstop/contract'
import { useLiveMail } from '../../features/mails/live/use-live-mail.ts'
import { useLiveTeam } from '../../features/teams/use-live-team.ts'

/** Keeps the current team and its mail fresh on every page. */
export function LiveTeam({ team, user }: { team: Team; user: number }) {
  useLiveTeam(team)
  useLiveMail(team.id, user)
  return null
}
