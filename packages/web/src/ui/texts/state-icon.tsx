import type { LucideIcon } from 'lucide-react'
import { Tooltip } from '../popups/tooltip.tsx'

type StateIconProps = { label: string; icon: LucideIcon; colour: string }

/** The state of what a row is about, in words for who does not see it. */
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
