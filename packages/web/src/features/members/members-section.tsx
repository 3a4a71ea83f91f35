import type { Team } from '@mailstop/contract'
import { errorText } from '../../lib/api-error.ts'
import { may } from '../../lib/team-permissions.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { MemberRow } from './member-row.tsx'
import { MembersSkeleton } from './members-skeleton.tsx'
import { useMembers } from './use-members.ts'

type MembersSectionProps = {
  team: Team
  /** Who looks. */
  user: number
}

export function MembersSection({ team, user }: MembersSectionProps) {
  const members = useMembers(team.id)
  return (
    <div className="rounded-lg border border-line bg-surface">
      {members.isPending && <MembersSkeleton count={team.members_count} />}
      {members.isError && !members.data && (
        <ErrorState
          title="The members could not be loaded"
          retrying={members.isFetching}
          onRetry={() => void members.refetch()}
        >
          {errorText(members.error)}
        </ErrorState>
      )}
      {members.data && (
        <ul aria-label="Members">
          {members.data.map((member) => (
            <MemberRow
              key={member.id}
              team={team}
              member={member}
              isSelf={member.id === user}
              isManaged={may(team, 'remove_members') && member.role !== 'owner'}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
