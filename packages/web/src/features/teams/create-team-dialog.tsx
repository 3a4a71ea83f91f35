import { limits, teamBody } from '@mailstop/contract'
import { formError, submitter, useSchemaForm } from '../../lib/form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCreateTeam } from './use-team-changes.ts'

type CreateTeamDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function CreateTeamDialog({ open, onOpenChange }: CreateTeamDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a new team"
      description="A team has an inbox and SMTP credentials of its own, and the people you invite to it."
    >
      <CreateTeamForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Starts empty each time the dialog opens. */
function CreateTeamForm({ onDone }: { onDone: () => void }) {
  const create = useCreateTeam()
  const form = useSchemaForm(teamBody, { name: '' })
  const { errors, isSubmitting } = form.formState
  const onSubmit = submitter(form, async (body) => {
    await create.mutateAsync({ body })
    form.reset()
    onDone()
  })
  const problem = formError(form)
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={limits.nameLength}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" loading={isSubmitting}>
          Add team
        </Button>
      </DialogActions>
    </form>
  )
}
