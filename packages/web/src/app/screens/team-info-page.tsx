import type { Team } from '@mailstop/contract'
import { useMembers } from '../../features/members/use-members.ts'
import { TeamInfoPage as TeamInfo } from '../../features/teams/team-info-page.tsx'

export function TeamInfoPage({ team }: { team: Team }) {
  return <TeamInfo team={team} members={useMembers(team.id).data} />
}
