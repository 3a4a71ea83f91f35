import { useId, type ReactNode } from 'react'

export type FieldControl = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FormFieldProps = {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** A link or small control on the label's line. */
  aside?: ReactNode
  children: (control: FieldControl) => ReactNode
}

/**
 * A label, a control and its error, connected for assistive technology. The line below the control is
 * kept free for an error, which takes the place of the hint: nothing moves when one appears.
 */
export function FormField({ label, error, hint, aside, children }: FormFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  return (
    <div className="-mb-1 grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-[550] text-ink">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? errorId : hint ? hintId : undefined,
      })}
      <div className="grid min-h-[1lh] text-sm *:[grid-area:1/1]">
        {error && (
          <p id={errorId} className="text-danger">
            {error}
          </p>
        )}
        {hint && (
          <p id={hintId} className={error ? 'invisible' : 'text-ink-3'}>
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
