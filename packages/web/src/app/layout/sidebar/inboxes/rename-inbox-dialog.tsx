import { inboxName, limits, type CountedInbox } from '@mailstop/contract'
import { z } from 'zod'
import { useSchemaForm } from '../../../../lib/form.ts'
import { DialogForm } from '../../../../ui/forms/dialog-form.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../../ui/popups/dialog.tsx'
import { useInboxChanges } from './use-inbox-changes.ts'

type RenameInboxDialogProps = {
  team: number
  inbox: CountedInbox
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function RenameInboxDialog({ open, onOpenChange, ...rest }: RenameInboxDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rename inbox"
      description="Everyone in the team sees this name. Its credentials and its mail stay as they are; links and searches that name it have to be changed."
    >
      <RenameForm {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const schema = z.object({ name: inboxName })

type RenameFormProps = Pick<RenameInboxDialogProps, 'team' | 'inbox'> & { onDone: () => void }

function RenameForm({ team, inbox, onDone }: RenameFormProps) {
  const { rename } = useInboxChanges(team)
  const form = useSchemaForm(schema, { name: inbox.name }, async ({ name }) => {
    await rename(inbox.id, name)
    onDone()
  })
  return (
    <DialogForm form={form} action="Rename" onCancel={onDone}>
      <TextField
        label="Name"
        maxLength={limits.tagLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('name')}
      />
    </DialogForm>
  )
}
