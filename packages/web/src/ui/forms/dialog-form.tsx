import type { ReactNode } from 'react'
import type { SubmittedForm } from '../../lib/form.ts'
import { Button } from '../buttons/button.tsx'
import { DialogActions } from '../popups/dialog.tsx'
import { Form, SubmitButton } from './form.tsx'

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
