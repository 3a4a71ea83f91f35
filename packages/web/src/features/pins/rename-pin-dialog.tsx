import { limits, nameField, type Pin } from '@mailstop/contract'
import { z } from 'zod'
import { formError, submitter, useSchemaForm } from '../../lib/form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
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
      description="Everyone in the team sees it by this name. Without a name it shows what it searches for."
    >
      <RenameForm {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const schema = z.object({ label: z.union([z.string().trim().length(0), nameField]) })

type RenameFormProps = Pick<RenamePinDialogProps, 'team' | 'pin'> & { onDone: () => void }

function RenameForm({ team, pin, onDone }: RenameFormProps) {
  const rename = useRenamePin(team)
  const form = useSchemaForm(schema, { label: pin.label ?? '' })
  const onSubmit = submitter(form, async ({ label }) => {
    await rename(pin.id, label === '' ? null : label)
    onDone()
  })
  const { errors, isSubmitting } = form.formState
  const problem = formError(form)
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <TextField
        label="Name"
        placeholder={pin.query}
        maxLength={limits.nameLength}
        autoComplete="off"
        error={errors.label?.message}
        {...form.register('label')}
      />
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" loading={isSubmitting}>
          Rename
        </Button>
      </DialogActions>
    </form>
  )
}
