import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { InvitesSection } from '../../features/invites/invites-section.tsx'
import { MembersSection } from '../../features/members/members-section.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { WithTeam } from './with-team.tsx'

export function TeamUsersPage() {
  usePageTitle('Team users')
  const user = useCurrentUser()
  return (
    user && (
      <WithTeam loading={<PageSkeleton />}>
        {(team) => (
          <div key={team.id}>
            <PageHeading title="Team users">
              Everyone here reads and changes the mail of {team.name}.
            </PageHeading>
            <MembersSection team={team} user={user.id} />
            <InvitesSection team={team} />
          </div>
        )}
      </WithTeam>
    )
  )
}
