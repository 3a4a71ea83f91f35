import type { OperatorUser } from '@mailstop/contract'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { LoadError } from '../../ui/pages/load-error.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { usePerson } from './use-operator.ts'

type PersonTeamsProps = { person: OperatorUser; onOpenChange: (open: boolean) => void }

/** The teams of an account by their names. Nothing of their mail. */
export function PersonTeams({ person, onOpenChange }: PersonTeamsProps) {
  const details = usePerson(person.id)
  const teams = details.data?.teams
  const more = person.teams_count - (teams?.length ?? 0)
  return (
    <Dialog open onOpenChange={onOpenChange} title={`Teams of ${person.name}`}>
      <div className="rounded-lg border border-line">
        {details.isPending && (
          <div role="status" aria-label="Loading" className="grid gap-3 p-3">
            <Skeleton className="w-40" />
            <Skeleton className="w-32" />
          </div>
        )}
        <LoadError query={details} title="The teams could not be loaded" />
        {teams && (
          <ul aria-label={`Teams of ${person.name}`}>
            {teams.map((team) => (
              <li
                key={team.id}
                className="flex min-h-10 items-center gap-3 border-b border-line px-3 last:border-b-0"
              >
                <span className="min-w-0 flex-1 truncate" title={team.name}>
                  {team.name}
                </span>
                <span className="text-sm text-ink-2">
                  {team.role === 'owner' ? 'Owner' : 'Member'}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {teams && more > 0 && <p className="mt-2 text-sm text-ink-3">and {more} more</p>}
    </Dialog>
  )
}
