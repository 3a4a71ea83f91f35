import type { Team } from '@mailstop/contract'
import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { useTokens } from '../../features/api-tokens/use-tokens.ts'
import { useMembers } from '../../features/members/use-members.ts'
import { TeamInfoPage as TeamInfo } from '../../features/teams/team-info-page.tsx'
import { may } from '../../lib/team-permissions.ts'

export function TeamInfoPage({ team }: { team: Team }) {
  const user = useCurrentUser()
  const tokens = useTokens(team.id, { enabled: may(team, 'leave') }).data ?? []
  const own = tokens.filter(({ created_by: by }) => by?.id === user?.id)
  return <TeamInfo team={team} members={useMembers(team.id).data} ownTokens={own} />
}
