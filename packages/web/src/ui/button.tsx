import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { buttonClasses, type ButtonSize, type ButtonVariant } from './button-classes.ts'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** Disables the button and, once the wait is noticeable, puts a spinner in the label's place. */
  loading?: boolean
}

/**
 * Leaving a field checks it, and an error that comes or goes moves what is below: the button would
 * slip away from under the click that is to submit the form.
 */
const stayInField = (event: MouseEvent) => event.preventDefault()

export function Button({
  variant,
  size,
  icon,
  loading = false,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      onMouseDown={type === 'submit' ? stayInField : undefined}
      {...rest}
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={buttonClasses(variant, size, className)}
    >
      {loading && <Spinner className="absolute" />}
      <span
        className={classNames(
          'inline-flex items-center gap-1.5 transition-opacity',
          loading && 'opacity-0 delay-150',
        )}
      >
        {icon}
        {children}
      </span>
    </button>
  )
}
