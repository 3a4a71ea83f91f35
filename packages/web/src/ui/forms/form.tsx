import type { ComponentProps, ReactNode } from 'react'
import type { SubmittedForm } from '../../lib/form.ts'
import { Button } from '../buttons/button.tsx'
import { classNames } from '../class-names.ts'
import { DialogActions } from '../popups/dialog.tsx'
import { Notice } from '../pages/notice.tsx'

type FormProps = { form: SubmittedForm; className?: string; children: ReactNode }

/** A form, with what is wrong with it as a whole above its fields. */
export function Form({ form, className, children }: FormProps) {
  return (
    <form noValidate onSubmit={form.onSubmit} className={classNames('grid gap-4', className)}>
      {form.problem && <Notice tone="danger">{form.problem}</Notice>}
      {children}
    </form>
  )
}

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'form'> & { form: SubmittedForm }

/** Shows that its form is being submitted, and does not submit it again meanwhile. */
export function SubmitButton({ form, ...rest }: SubmitButtonProps) {
  return <Button variant="primary" loading={form.isSubmitting} {...rest} type="submit" />
}

type DialogFormProps = {
  form: SubmittedForm
  /** The label of the button that submits: 'Add team'. */
  action: string
  danger?: boolean
  onCancel: () => void
  children: ReactNode
}

/** The form of a dialog, with Cancel and its action at the end. */
export function DialogForm({ form, action, danger, onCancel, children }: DialogFormProps) {
  return (
    <Form form={form}>
      {children}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton form={form} variant={danger ? 'danger' : 'primary'}>
          {action}
        </SubmitButton>
      </DialogActions>
    </Form>
  )
}
