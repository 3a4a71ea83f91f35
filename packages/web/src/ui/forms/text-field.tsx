import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { FormField } from './form-field.tsx'

export const inputClasses = classNames(
  'h-9 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-md text-ink placeholder:text-ink-3',
  'transition-colors hover:not-read-only:border-ink-3 read-only:bg-hover read-only:text-ink-2',
  'aria-invalid:border-danger pointer-coarse:h-10 pointer-coarse:text-[16px]',
)

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  error?: string | undefined
  hint?: ReactNode
  aside?: ReactNode
}

/** One line of text with its label and its error. Spread a form's `register(…)` into it. */
export function TextField({ label, error, hint, aside, className, ...rest }: TextFieldProps) {
  return (
    <FormField label={label} error={error} hint={hint} aside={aside}>
      {(control) => (
        <input {...rest} {...control} className={classNames(inputClasses, className)} />
      )}
    </FormField>
  )
}
