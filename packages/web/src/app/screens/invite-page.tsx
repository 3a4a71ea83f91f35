import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { AuthLayout } from '../../features/accounts/auth-layout.tsx'
import { reloadCurrentUser, useCurrentUser } from '../../features/accounts/current-user.ts'
import { InviteAcceptance } from '../../features/invites/invite-acceptance.tsx'
import { chooseTeam } from '../../features/teams/current-team.ts'
import { teamsQuery } from '../../features/teams/use-teams.ts'
import { IncompleteLink } from '../../ui/pages/incomplete-link.tsx'

export function InvitePage() {
  const [query] = useSearchParams()
  const queryClient = useQueryClient()
  const token = query.get('token')
  const user = useCurrentUser()
  return (
    <AuthLayout
      title="Team invitation"
      description="You are invited to join a team and read its mail"
    >
      {token ? (
        <InviteAcceptance
          token={token}
          signedInAs={user?.email ?? null}
          onTeam={(team) => {
            chooseTeam(team)
            // The inbox waits for the list of teams that contains the new team.
            queryClient.removeQueries(teamsQuery)
          }}
          onJoined={async () => {
            // Following the link may have verified the address.
            await reloadCurrentUser(queryClient).catch(() => null)
          }}
        />
      ) : (
        <IncompleteLink />
      )}
    </AuthLayout>
  )
}
