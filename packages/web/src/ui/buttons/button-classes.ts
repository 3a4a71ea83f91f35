import { classNames } from '../class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  // The transparent border is what forced colors show of the button.
  primary:
    'border border-transparent bg-accent text-accent-text shadow-control hover:not-disabled:brightness-[1.08]',
  secondary:
    'border border-line-strong bg-raised text-ink shadow-control hover:not-disabled:bg-raised-hover',
  ghost: 'text-ink-2 hover:not-disabled:bg-hover hover:not-disabled:text-ink',
  danger:
    'border border-transparent bg-danger text-danger-text shadow-control hover:not-disabled:brightness-[1.08]',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'h-7 px-2.5 text-sm',
  md: 'h-8 px-3 text-md',
  lg: 'h-9 px-4 text-md',
}

/** The look of a button, for any element: a button, a link, the trigger of a menu. */
export function buttonClasses(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  className?: string,
): string {
  return classNames(
    'relative inline-flex items-center justify-center gap-1.5 rounded-md font-[550] whitespace-nowrap select-none',
    'transition-[background-color,filter,color] duration-100 disabled:cursor-default disabled:opacity-60',
    'pointer-coarse:min-h-10',
    variants[variant],
    sizes[size],
    className,
  )
}
