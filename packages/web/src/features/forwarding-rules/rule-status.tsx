import type { Rule } from '@mailstop/contract'
import { CircleCheck, CirclePause, Clock } from 'lucide-react'
import { Tooltip } from '../../ui/tooltip.tsx'

const statuses = {
  enabled: { label: 'Enabled', icon: CircleCheck, colour: 'text-ok' },
  disabled: { label: 'Disabled', icon: CirclePause, colour: 'text-ink-3' },
  pending_verification: { label: 'Pending verification', icon: Clock, colour: 'text-flag' },
}

export function RuleStatus({ status }: { status: Rule['status'] }) {
  const { label, icon: Icon, colour } = statuses[status]
  return (
    <Tooltip content={label}>
      <span
        role="img"
        aria-label={label}
        className={`grid size-6 flex-none place-items-center ${colour}`}
      >
        <Icon aria-hidden />
      </span>
    </Tooltip>
  )
}
