import { useState, type ReactNode } from 'react'
import { usePasswordForm } from '../../lib/form.ts'
import { Button } from '../buttons/button.tsx'
import { Dialog } from '../popups/dialog.tsx'
import { DialogForm } from './form.tsx'
import { PageSection } from '../pages/page-section.tsx'
import { PasswordField } from './password-field.tsx'

type DeletionSectionProps = {
  /** The label of the button: 'Delete account'. */
  title: string
  /** What else is deleted. */
  children: ReactNode
  onDelete: (body: { password: string }) => Promise<unknown>
}

/** The section of a page that deletes its account or team, after a warning and the password. */
export function DeletionSection({ title, children, onDelete }: DeletionSectionProps) {
  const [open, setOpen] = useState(false)
  const form = usePasswordForm(async (body) => {
    await onDelete(body)
  })
  const change = (next: boolean) => {
    if (form.isSubmitting) return
    setOpen(next)
    if (next) form.reset()
  }
  return (
    <PageSection title={title} description={children}>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-danger/25 bg-danger-soft px-4 py-3">
        <p className="text-danger">Please proceed with caution, this cannot be undone.</p>
        <Button variant="danger" onClick={() => change(true)}>
          {title}
        </Button>
      </div>
      <Dialog
        open={open}
        onOpenChange={change}
        title={title}
        description={<>{children} Enter your password to confirm.</>}
      >
        <DialogForm form={form} action={title} danger onCancel={() => change(false)}>
          <PasswordField
            label="Password"
            autoComplete="current-password"
            {...form.field('password')}
          />
        </DialogForm>
      </Dialog>
    </PageSection>
  )
}
