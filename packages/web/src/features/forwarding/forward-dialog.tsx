import { forwardMail, forwardMailForm } from '@mailstop/contract'
import { call } from '../../lib/api-client.ts'
import { formError, submitter, useSchemaForm } from '../../lib/form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
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
  const form = useSchemaForm(forwardMailForm, { email: '' })
  const { errors, isSubmitting } = form.formState
  const onSubmit = submitter(form, async (body) => {
    const params = { team: String(team), mail: String(mail) }
    const { message } = await call(forwardMail, { params, body })
    toast.success(message)
    onClose()
    onForwarded(mail)
  })
  const problem = formError(form)
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" loading={isSubmitting}>
          Forward
        </Button>
      </DialogActions>
    </form>
  )
}
