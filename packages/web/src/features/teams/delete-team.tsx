import { passwordBody, type Team } from '@mailstop/contract'
import { submitter, useSchemaForm } from '../../lib/form.ts'
import { DeletionSection } from '../../ui/deletion-section.tsx'
import { useDeleteTeam } from './use-team-changes.ts'

export function DeleteTeam({ team }: { team: Team }) {
  const remove = useDeleteTeam(team.id)
  const form = useSchemaForm(passwordBody, { password: '' })
  const onSubmit = submitter(form, async (body) => {
    await remove.mutateAsync(body)
  })
  return (
    <DeletionSection title="Delete team" form={form} onSubmit={onSubmit}>
      Deletes {team.name} for everyone in it, with all of its mail, pins, forwarding rules and SMTP
      credentials.
    </DeletionSection>
  )
}
