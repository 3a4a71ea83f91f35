import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

const tones = {
  ok: 'border-ok/25 bg-ok-soft text-ok',
  danger: 'border-danger/25 bg-danger-soft text-danger',
  neutral: 'border-line text-ink-2',
}

/** A sentence in the flow of the page about something that has just happened. */
export function Notice({
  tone = 'neutral',
  icon,
  action,
  children,
}: {
  tone?: keyof typeof tones
  icon?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'flex items-center gap-2.5 rounded-md border px-3 py-2 text-sm',
        tones[tone],
      )}
    >
      {icon}
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</span>
      {action}
    </div>
  )
}
