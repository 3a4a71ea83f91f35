import { limits, teamBody, type Team } from '@mailstop/contract'
import { formError, submitter, useSchemaForm } from '../../lib/form.ts'
import { may } from '../../lib/team-permissions.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useRenameTeam } from './use-team-changes.ts'

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
  const rename = useRenameTeam(team.id)
  const form = useSchemaForm(teamBody, { name: team.name })
  const { errors, isSubmitting } = form.formState
  const onSubmit = submitter(form, async (body) => {
    const { data } = await rename.mutateAsync(body)
    form.reset({ name: data.name })
  })
  const problem = formError(form)
  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-[420px] gap-4">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={limits.nameLength}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Button type="submit" variant="primary" loading={isSubmitting} className="justify-self-start">
        Save
      </Button>
    </form>
  )
}
