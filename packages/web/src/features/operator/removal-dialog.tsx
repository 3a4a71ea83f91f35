import type { ReactNode } from 'react'
import { usePasswordForm } from '../../lib/form.ts'
import { Dialog } from '../../ui/popups/dialog.tsx'
import { DialogForm } from '../../ui/forms/form.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'

type RemovalDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  action: string
  /** What else is deleted. */
  children: ReactNode
  onRemove: (body: { password: string }) => Promise<unknown>
}

/** Deletes an account or a team of others, after a warning and the operator's own password. */
export function RemovalDialog(props: RemovalDialogProps) {
  const { open, onOpenChange, title, action, children, onRemove } = props
  const form = usePasswordForm(async (body) => {
    await onRemove(body)
  })
  const change = (next: boolean) => {
    if (form.isSubmitting) return
    onOpenChange(next)
    form.reset()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={title}
      description={<>{children} This cannot be undone. Enter your own password to confirm.</>}
    >
      <DialogForm form={form} action={action} danger onCancel={() => change(false)}>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...form.field('password')}
        />
      </DialogForm>
    </Dialog>
  )
}
