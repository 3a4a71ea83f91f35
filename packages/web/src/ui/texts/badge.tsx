import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

const tones = {
  neutral: 'bg-hover text-ink-2',
  accent: 'bg-accent-soft text-accent',
  ok: 'bg-ok-soft text-ok',
  danger: 'bg-danger-soft text-danger',
  flag: 'bg-flag/12 text-ink',
}

/** A word or a number beside the thing that it describes. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  tone?: keyof typeof tones
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'num inline-flex h-5 items-center rounded-full px-2 text-xs font-[550] whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
