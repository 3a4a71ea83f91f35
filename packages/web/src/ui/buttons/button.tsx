import type { ComponentProps, ReactNode } from 'react'
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
