import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

type TooltipProps = {
  /** What the tooltip says. The trigger has a name of its own: a tooltip is never the only one. */
  content: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  disabled?: boolean
  /** The element that is explained. It takes the trigger's props and its ref. */
  children: ReactElement
}

export function Tooltip({ content, side = 'bottom', disabled = false, children }: TooltipProps) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger delay={0} render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="popup flex max-w-72 items-center gap-2 rounded-sm border border-line-strong bg-raised px-2 py-1 text-xs font-medium text-ink shadow-float">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
