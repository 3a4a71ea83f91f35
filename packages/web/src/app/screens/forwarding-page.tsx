import { ForwardingPage as Forwarding } from '../../features/forwarding-rules/forwarding-page.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { WithTeam } from './with-team.tsx'

export function ForwardingPage() {
  return (
    <WithTeam loading={<PageSkeleton />}>
      {(team) => <Forwarding key={team.id} team={team} />}
    </WithTeam>
  )
}
