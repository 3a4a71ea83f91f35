import type { Team } from '@mailstop/contract'
import { DeletionSection } from '../../ui/deletion-section.tsx'
import { useDeleteTeam } from './use-team-changes.ts'

export function DeleteTeam({ team }: { team: Team }) {
  const remove = useDeleteTeam(team.id)
  return (
    <DeletionSection title="Delete team" onDelete={remove.mutateAsync}>
      Deletes {team.name} for everyone in it, with all of its mail, pins, forwarding rules and SMTP
      credentials.
    </DeletionSection>
  )
}
