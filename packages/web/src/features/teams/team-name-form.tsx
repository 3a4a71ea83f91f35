import { limits, renameTeam, teamBody, type Team } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { useSchemaForm } from '../../lib/form.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { may } from '../../lib/team-permissions.ts'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { keepTeam } from './team-cache.ts'
import { teamsQuery } from './use-teams.ts'

/** The name of a team: for its owner to change, for others to read. */
export function TeamNameForm({ team }: { team: Team }) {
  if (may(team, 'rename')) return <RenameForm team={team} />
  return (
    <div className="max-w-[420px]">
      <TextField
        label="Name"
        value={team.name}
        readOnly
        hint={`Only the owner, ${team.owner.name}, can rename the team.`}
      />
    </div>
  )
}

function RenameForm({ team }: { team: Team }) {
  const queryClient = useQueryClient()
  const form = useSchemaForm(teamBody, { name: team.name }, async (body, reset) => {
    const { data } = await call(renameTeam, { params: { team: String(team.id) }, body })
    await keepTeam(queryClient, data)
    reset({ name: data.name })
    toast.success('Team updated successfully')
    void queryClient.invalidateQueries(teamsQuery)
  })
  return (
    <Form form={form} className="max-w-[420px]">
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={limits.nameLength}
        {...form.field('name')}
      />
      <SubmitButton form={form} className="justify-self-start">
        Save
      </SubmitButton>
    </Form>
  )
}
