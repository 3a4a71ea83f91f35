import type { ComponentProps } from 'react'
import { TextField } from '../../ui/forms/text-field.tsx'

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'> & {
  /** The address that the page was opened with, if any: it is shown, and not up for change. */
  given: string
}

/** The address of an account. Spread a form's `register('email')` into it. */
export function EmailField({ given, ...rest }: EmailFieldProps) {
  if (given === '') {
    return <TextField {...rest} label="Email" type="email" autoComplete="username" />
  }
  return <TextField label="Email" type="email" value={given} disabled error={rest.error} />
}
