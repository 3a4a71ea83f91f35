import { useState, type ReactNode, type SyntheticEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { PageSection } from './page-section.tsx'
import { PasswordField } from './password-field.tsx'

type DeletionSectionProps<Parsed extends { password: string }> = {
  /** The label of the button: 'Delete account'. */
  title: string
  /** What else is deleted. */
  children: ReactNode
  /** Asks for the password. */
  form: UseFormReturn<{ password: string }, unknown, Parsed>
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
}

/** The section of a page that deletes its account or team, after a warning and the password. */
export function DeletionSection<Parsed extends { password: string }>({
  title,
  children,
  form,
  onSubmit,
}: DeletionSectionProps<Parsed>) {
  const [open, setOpen] = useState(false)
  const { errors, isSubmitting } = form.formState
  const change = (next: boolean) => {
    if (isSubmitting) return
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
        description={<>{children} Enter your password to confirm that this is what you want.</>}
      >
        <form noValidate onSubmit={onSubmit} className="grid gap-4">
          {errors.root?.message && <Notice tone="danger">{errors.root.message}</Notice>}
          <PasswordField
            label="Password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register('password')}
          />
          <DialogActions>
            <Button onClick={() => change(false)}>Cancel</Button>
            <Button type="submit" variant="danger" loading={isSubmitting}>
              {title}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </PageSection>
  )
}
