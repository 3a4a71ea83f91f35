import { limits, nameField, type Pin } from '@mailstop/contract'
import { z } from 'zod'
import { useSchemaForm } from '../../lib/form.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useRenamePin } from './use-pins.ts'

type RenamePinDialogProps = {
  team: number
  pin: Pin
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function RenamePinDialog({ open, onOpenChange, ...rest }: RenamePinDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rename pin"
      description="Everyone in the team sees this name. Without a name, the pin shows its address or search."
    >
      <RenameForm {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const schema = z.object({ label: z.union([z.string().trim().length(0), nameField]) })

type RenameFormProps = Pick<RenamePinDialogProps, 'team' | 'pin'> & { onDone: () => void }

function RenameForm({ team, pin, onDone }: RenameFormProps) {
  const rename = useRenamePin(team)
  const form = useSchemaForm(schema, { label: pin.label ?? '' }, async ({ label }) => {
    await rename(pin.id, label === '' ? null : label)
    onDone()
  })
  return (
    <DialogForm form={form} action="Rename" onCancel={onDone}>
      <TextField
        label="Name"
        placeholder={pin.query}
        maxLength={limits.nameLength}
        autoComplete="off"
        {...form.field('label')}
      />
    </DialogForm>
  )
}
