import { createTeam, limits, teamBody } from '@mailstop/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api-client.ts'
import { useSchemaForm } from '../../lib/form.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { keepTeam } from './team-cache.ts'
import { useTeamChoice } from './use-team-choice.ts'

type CreateTeamDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function CreateTeamDialog({ open, onOpenChange }: CreateTeamDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a new team"
      description="A team has its own inbox, SMTP credentials and members."
    >
      <CreateTeamForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Starts empty each time the dialog opens. The new team is the current one at once. */
function CreateTeamForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const choose = useTeamChoice()
  const form = useSchemaForm(teamBody, { name: '' }, async (body) => {
    const { data } = await call(createTeam, { body })
    await keepTeam(queryClient, data)
    choose(data)
    onDone()
  })
  return (
    <DialogForm form={form} action="Add team" onCancel={onDone}>
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={limits.nameLength}
        {...form.field('name')}
      />
    </DialogForm>
  )
}
