import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

type CopyFieldProps = {
  label: string
  /** What is copied. */
  value: string
  /** Shown in place of the value, for example dots for a password. */
  shown?: ReactNode
  /** Controls before the copy button. */
  children?: ReactNode
}

/** A labelled value in mono, one click from the clipboard. Use within a `<dl>`. */
export function CopyField({ label, value, shown, children }: CopyFieldProps) {
  return (
    <div className="flex min-h-10 items-center gap-3 border-b border-line px-3 py-1 last:border-b-0">
      <dt className="w-28 flex-none text-sm text-ink-3">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-1">
        <span
          className="min-w-0 flex-1 truncate font-mono text-sm text-ink"
          title={shown === undefined ? value : undefined}
        >
          {shown ?? value}
        </span>
        {children}
        <CopyButton text={value} label={`Copy ${label.toLowerCase()}`} />
      </dd>
    </div>
  )
}
