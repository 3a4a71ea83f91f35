import type { Team } from '@mailstop/contract'
import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { useTokens } from '../../features/api-tokens/use-tokens.ts'
import { InvitesSection } from '../../features/invites/invites-section.tsx'
import { MembersSection } from '../../features/members/members-section.tsx'
import { may } from '../../lib/team-permissions.ts'
import { usePageTitle } from '../../lib/paths/use-page-title.ts'
import { PageHeading } from '../../ui/pages/page-heading.tsx'

export function TeamUsersPage({ team }: { team: Team }) {
  usePageTitle('Team users')
  const user = useCurrentUser()
  const tokens = useTokens(team.id, { enabled: may(team, 'remove_members') }).data
  return (
    <>
      <PageHeading title="Team users">
        All members can read and change the mail of “{team.name}”.
      </PageHeading>
      {user && <MembersSection team={team} user={user.id} tokens={tokens} />}
      <InvitesSection team={team} />
    </>
  )
}
