import type { ComponentProps, ReactNode } from 'react'
import type { SubmittedForm } from '../../lib/form.ts'
import { Button } from '../buttons/button.tsx'
import { classNames } from '../class-names.ts'
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
