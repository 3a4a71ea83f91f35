import { cloneElement, type ReactElement } from 'react'

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

type TooltipProps = {
  /** What the tooltip says. The element has a name of its own: a tooltip is never the only one. */
  content: string
  /** The key that does the same. */
  shortcut?: string | undefined
  side?: TooltipSide | undefined
  disabled?: boolean
  /** The element that is explained. */
  children: ReactElement<Record<string, unknown>>
}

/** Marks an element as having a tooltip, which costs nothing until it shows (tooltips.tsx). */
export function Tooltip({ content, shortcut, side, disabled = false, children }: TooltipProps) {
  if (disabled) return children
  return cloneElement(children, {
    'data-tooltip': content,
    'data-tooltip-shortcut': shortcut,
    'data-tooltip-side': side,
  })
}
