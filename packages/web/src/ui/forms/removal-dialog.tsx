import type { ReactNode } from 'react'
import { useHasPassword } from '../../lib/api/has-password.ts'
import { usePasswordForm } from '../../lib/form.ts'
import { Dialog } from '../popups/dialog.tsx'
import { DialogForm } from './dialog-form.tsx'
import { OwnPasswordField } from './own-password-field.tsx'

type RemovalDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  action: string
  /** The label of the password field. */
  label: string
  /** What is deleted. */
  children: ReactNode
  onRemove: (body: { password: string }) => Promise<unknown>
}

/** Deletes an account or a team, after a warning and the password of the user who does it. */
export function RemovalDialog(props: RemovalDialogProps) {
  const { open, onOpenChange, title, action, label, children, onRemove } = props
  const form = usePasswordForm(async (body) => {
    await onRemove(body)
  })
  const described = (
    <>
      {children} {useHasPassword() && `Enter ${whose(label)} to confirm.`}
    </>
  )
  const change = (next: boolean) => {
    if (form.isSubmitting) return
    onOpenChange(next)
    form.reset()
  }
  return (
    <Dialog open={open} onOpenChange={change} title={title} description={described}>
      <DialogForm form={form} action={action} danger onCancel={() => change(false)}>
        <OwnPasswordField label={label} {...form.field('password')} />
      </DialogForm>
    </Dialog>
  )
}

const whose = (label: string) => (label === 'Password' ? 'your password' : 'your own password')
