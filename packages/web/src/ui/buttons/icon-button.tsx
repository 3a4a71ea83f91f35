import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Spinner } from '../pages/spinner.tsx'
import { Tooltip, type TooltipSide } from '../popups/tooltip.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name of the button, and its tooltip. */
  label: string
  icon: ReactNode
  /** The key that does the same, shown in the tooltip. */
  shortcut?: string
  side?: TooltipSide
  loading?: boolean
}

export function IconButton({
  label,
  icon,
  shortcut,
  side,
  loading = false,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut} side={side}>
      <button
        aria-busy={loading || undefined}
        {...rest}
        type={type}
        aria-label={label}
        className={classNames(
          'inline-grid size-[30px] flex-none place-items-center rounded-md text-ink-2 transition-colors duration-100',
          'hover:not-disabled:bg-hover hover:not-disabled:text-ink disabled:opacity-45 data-popup-open:bg-hover data-popup-open:text-ink',
          'pointer-coarse:size-10',
          className,
        )}
      >
        {loading ? <Spinner /> : icon}
      </button>
    </Tooltip>
  )
}
