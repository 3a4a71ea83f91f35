import type { Team } from '@mailstop/contract'
import { useMembers } from '../../features/members/use-members.ts'
import { TeamInfoPage as TeamInfo } from '../../features/teams/team-info-page.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { WithTeam } from './with-team.tsx'

export function TeamInfoPage() {
  return (
    <WithTeam loading={<PageSkeleton />}>{(team) => <InfoOf key={team.id} team={team} />}</WithTeam>
  )
}

function InfoOf({ team }: { team: Team }) {
  const members = useMembers(team.id).data
  return <TeamInfo team={team} members={members} />
}
