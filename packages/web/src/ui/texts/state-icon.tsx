import type { LucideIcon } from 'lucide-react'
import { Tooltip } from '../popups/tooltip.tsx'

type StateIconProps = { label: string; icon: LucideIcon; colour: string }

/** An icon for the state of a row. Its label is the tooltip, and what a screen reader says. */
export function StateIcon({ label, icon: Icon, colour }: StateIconProps) {
  return (
    <Tooltip content={label}>
      <span
        role="img"
        aria-label={label}
        className={`grid size-6 flex-none place-items-center ${colour}`}
      >
        <Icon />
      </span>
    </Tooltip>
  )
}
