import type { ComponentProps } from 'react'
import type { FieldError } from 'react-hook-form'
import { PasswordField } from './password-field.tsx'

type Field = Omit<ComponentProps<typeof PasswordField>, 'label' | 'error' | 'hint'>

type NewPasswordFieldsProps = {
  label?: string
  minimum: number
  autoFocus?: boolean
  errors: {
    password?: FieldError | undefined
    password_confirmation?: FieldError | undefined
  }
  /** A form's `register('password')`. */
  password: Field
  /** A form's `register('password_confirmation')`. */
  confirmation: Field
}

/** A new password, typed twice. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { label = 'Password', minimum, autoFocus, errors, password, confirmation } = props
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        autoComplete="new-password"
        autoFocus={autoFocus}
        hint={!errors.password && `At least ${minimum} characters.`}
        error={errors.password?.message}
      />
      <PasswordField
        {...confirmation}
        label="Confirm password"
        autoComplete="new-password"
        error={errors.password_confirmation?.message}
      />
    </>
  )
}
