import { forwardMail, forwardMailForm } from '@mailstop/contract'
import { call } from '../../lib/api-client.ts'
import { DialogForm } from '../../ui/form.tsx'
import { useSchemaForm } from '../../lib/form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'

type ForwardDialogProps = {
  team: number
  /** Null while nothing is to be forwarded. */
  mail: number | null
  onClose: () => void
  onForwarded: (mail: number) => void
}

export function ForwardDialog({ team, mail, onClose, onForwarded }: ForwardDialogProps) {
  return (
    <Dialog
      open={mail !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Forward mail"
      description="Enter the email address to which you want to forward this email to"
    >
      {mail !== null && (
        <ForwardForm team={team} mail={mail} onClose={onClose} onForwarded={onForwarded} />
      )}
    </Dialog>
  )
}

function ForwardForm({ team, mail, onClose, onForwarded }: ForwardDialogProps & { mail: number }) {
  const form = useSchemaForm(forwardMailForm, { email: '' }, async (body) => {
    const params = { team: String(team), mail: String(mail) }
    const { message } = await call(forwardMail, { params, body })
    toast.success(message)
    onClose()
    onForwarded(mail)
  })
  return (
    <DialogForm form={form} action="Forward" onCancel={onClose}>
      <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
    </DialogForm>
  )
}
