import type { ComponentProps } from 'react'
import { newPasswordHint } from '../../lib/form.ts'
import { PasswordField } from './password-field.tsx'

type NewPasswordFieldsProps = {
  label?: string
  autoFocus?: boolean
  /** The `field` of a form. */
  field: (
    name: 'password' | 'password_confirmation',
  ) => Omit<ComponentProps<typeof PasswordField>, 'label'>
}

/** A new password, typed twice. */
export function NewPasswordFields({
  label = 'Password',
  autoFocus,
  field,
}: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        autoFocus={autoFocus}
        hint={newPasswordHint}
        {...field('password')}
      />
      <PasswordField
        label="Confirm password"
        called="password confirmation"
        autoComplete="new-password"
        {...field('password_confirmation')}
      />
    </>
  )
}
