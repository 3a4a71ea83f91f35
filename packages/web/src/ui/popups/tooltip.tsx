import { cloneElement, type ReactElement } from 'react'

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

type TooltipProps = {
  /** The text of the tooltip. It does not replace the accessible name of the element. */
  content: string
  /** The key that does the same. */
  shortcut?: string | undefined
  side?: TooltipSide | undefined
  disabled?: boolean
  /** The element that is explained. */
  children: ReactElement<Record<string, unknown>>
}

/** Marks an element as having a tooltip, which tooltips.tsx shows. */
export function Tooltip({ content, shortcut, side, disabled = false, children }: TooltipProps) {
  if (disabled) return children
  return cloneElement(children, {
    'data-tooltip': content,
    'data-tooltip-shortcut': shortcut,
    'data-tooltip-side': side,
  })
}
