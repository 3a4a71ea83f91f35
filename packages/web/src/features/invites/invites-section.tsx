import type { Team } from '@mailstop/contract'
import { useHasNoRelay } from '../../lib/system-mail.ts'
import { may } from '../../lib/team-permissions.ts'
import { NoRelayNotice } from '../../ui/no-relay-notice.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { InviteForm } from './invite-form.tsx'
import { InviteList } from './invite-list.tsx'

export function InvitesSection({ team }: { team: Team }) {
  if (may(team, 'manage_invites')) return <OwnersInvites team={team} />
  return (
    <PageSection
      title="Invites"
      description={`Only the owner, ${team.owner.name}, can invite people.`}
    >
      {null}
    </PageSection>
  )
}

function OwnersInvites({ team }: { team: Team }) {
  const hasNoRelay = useHasNoRelay()
  return (
    <PageSection
      title="Invites"
      description={`Only the invited address can join ${team.name}, with the ${hasNoRelay ? '' : 'mailed '}link. It is valid for 7 days.`}
    >
      {hasNoRelay && (
        <div className="mb-4">
          <NoRelayNotice />
        </div>
      )}
      <InviteForm team={team.id} />
      <InviteList team={team.id} />
    </PageSection>
  )
}
