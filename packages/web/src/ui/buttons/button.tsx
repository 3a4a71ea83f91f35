import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { buttonClasses, type ButtonSize, type ButtonVariant } from './button-classes.ts'
import { classNames } from '../class-names.ts'
import { Spinner } from '../pages/spinner.tsx'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** Disables the button and, when the wait is noticeable, shows a spinner in place of the label. */
  loading?: boolean
}

/**
 * Pressing a button leaves the field that has the focus, which validates the field. An error message
 * that appears or disappears then would move the button away before the click is complete.
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
