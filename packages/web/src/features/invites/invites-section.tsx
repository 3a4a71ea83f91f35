import type { Team } from '@mailstop/contract'
import { PageSection } from '../../ui/page-section.tsx'
import { InviteForm } from './invite-form.tsx'
import { InviteList } from './invite-list.tsx'

export function InvitesSection({ team }: { team: Team }) {
  if (team.role !== 'owner') {
    return (
      <PageSection
        title="Invites"
        description={`Only the owner, ${team.owner.name}, can invite people.`}
      >
        {null}
      </PageSection>
    )
  }
  return (
    <PageSection
      title="Invites"
      description={`Whoever follows the mailed link joins ${team.name}. It is valid for 7 days.`}
    >
      <InviteForm team={team.id} />
      <InviteList team={team.id} />
    </PageSection>
  )
}
