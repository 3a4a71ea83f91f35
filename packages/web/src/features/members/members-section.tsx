import type { Team } from '@mailstop/contract'
import { may } from '../../lib/team-permissions.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { MemberRow } from './member-row.tsx'
import { useMembers } from './use-members.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

type MembersSectionProps = {
  team: Team
  /** The id of the current user. */
  user: number
}

export function MembersSection({ team, user }: MembersSectionProps) {
  const members = useMembers(team.id)
  return (
    <div className="rounded-lg border border-line bg-surface">
      {members.isPending && <MembersSkeleton count={team.members_count} />}
      <LoadError query={members} title="The members could not be loaded" />
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

/** More rows than fit a screen are not worth drawing. */
const mostRows = 8

/** As many rows as there will be members. */
function MembersSkeleton({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: Math.min(count, mostRows) }, (_, row) => (
        <div
          key={row}
          className="flex min-h-14 items-center gap-3 border-b border-line py-2 pr-4 pl-3 last:border-b-0"
        >
          <Skeleton className="size-9 flex-none rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="w-32" />
            <Skeleton className="h-2! w-48 max-w-full" />
          </span>
          <Skeleton className="w-16" />
        </div>
      ))}
    </div>
  )
}
